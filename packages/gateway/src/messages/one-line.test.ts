import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answering, play } from "../testing/play.ts";
import { oneLine } from "./one-line.ts";

const hidden = '{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"danger"}}';

/** The lines that a server finds that reads with Node's readline. */
async function linesOf(texts: readonly string[]): Promise<readonly string[]> {
  const lines: string[] = [];
  const input = Readable.from([texts.map((text) => `${text}\n`).join("")]);
  for await (const line of createInterface({ input })) lines.push(line);
  return lines;
}

describe("a message is one line for every program", () => {
  it("ordinary messages keep their bytes, also before CRLF", () => {
    const line = '{ "a": "ä\\u2028 \\t" , "n": 1.0}';
    expect(oneLine(line)).toBe(line);
    expect(oneLine(`${line}\r`)).toBe(`${line}\r`);
  });

  it("any value with any white space: one line with the same value", () => {
    const char = fc.constantFrom("a", "\t", "\r", "\n", "\u000b", "\u0085", "\u2028", "\u2029");
    const strings = fc.string({ unit: char });
    fc.assert(
      fc.property(fc.dictionary(strings, strings), strings, (value, space) => {
        const white = space.replaceAll(/[^\t\r\n]/g, " ");
        const written = `${white}${JSON.stringify(value).replaceAll('":"', `"${white}:${white}"`)}`;
        const line = oneLine(written);
        expect(JSON.parse(line)).toEqual(JSON.parse(written));
        expect(line).not.toMatch(/[\t\r\n\u0085\u2028\u2029]/);
      }),
    );
  });

  it.each([
    ["CR", `{"jsonrpc":"2.0","method":"notifications/x","params":\r${hidden}\r}`],
    ["U+2028", `{"jsonrpc":"2.0","method":"notifications/x","params":"\u2028hidden\u2029\u0085"}`],
  ])("the client hides no call behind %s", async (_name, message) => {
    const { fromClient, sent } = await play();
    await fromClient(message);
    expect(sent.map((line) => JSON.parse(line))).toEqual([JSON.parse(message)]);
    expect(await linesOf(sent)).toEqual(sent);
    expect(sent.join()).not.toMatch(/[\r\u0085\u2028\u2029]/);
  });

  it("the server hides no answer behind CR", async () => {
    const { fromServer, received } = await play();
    const answer = '{"jsonrpc":"2.0","id":1,"result":{"content":[]}}';
    await fromServer(`{"jsonrpc":"2.0","method":"notifications/x","params":\r${answer}\r}`);
    expect(received).toHaveLength(1);
    expect(await linesOf(received)).toEqual(received);
  });

  it("what a hook writes is one line too", async () => {
    const text = "a\u2028b\u0085c";
    const { call, sent, received } = await play({
      hooks: {
        PreToolUse: answering("PreToolUse", { updatedInput: { text } }),
        PostToolUse: answering("PostToolUse", { updatedMCPToolOutput: text }),
      },
    });
    expect(await call(1)).toMatchObject({ result: { content: [{ text }] } });
    expect([...sent, ...received].join()).not.toMatch(/[\u0085\u2028]/);
  });
});
