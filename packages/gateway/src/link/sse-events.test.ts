import { describe, expect, it } from "vitest";
import { sseEvents } from "./sse-events.ts";

async function read(...chunks: readonly string[]) {
  async function* body() {
    for (const chunk of chunks) yield Buffer.from(chunk);
  }
  const events: unknown[] = [];
  for await (const event of sseEvents(body())) events.push(event);
  return events;
}

describe("server-sent events", () => {
  it("reads events in any line ending, however they are cut", async () => {
    const text = 'id: 1\ndata: {"a":1}\n\n: comment\r\nretry: 20\r\ndata: x\r\ndata: y\r\n\r\n';
    const expected = [
      { data: '{"a":1}', id: "1", retryMs: undefined },
      { data: "x\ny", id: undefined, retryMs: 20 },
    ];
    expect(await read(text)).toEqual(expected);
    expect(await read(...text)).toEqual(expected);
  });

  it("an event without data still has its id; an unfinished event is dropped", async () => {
    expect(await read("id: 7\n\ndata: half")).toEqual([{ data: "", id: "7", retryMs: undefined }]);
  });
});
