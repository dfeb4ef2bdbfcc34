import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { AssistantBlock } from "../conversation/message.ts";
import { createModel } from "../model/create-model.ts";
import { json, type LoopbackServer, loopbackServer } from "../model/testing/loopback-server.ts";
import { streamAnswer } from "../model/testing/messages-api.ts";
import { instantClock } from "../model/testing/requests.ts";
import type { AgentOptions } from "./agent-options.ts";
import { play } from "./testing/play.ts";

const windowTokens = 200_000;

interface WindowServer extends LoopbackServer {
  /** The tokens of each request, in order. */
  readonly tokens: readonly number[];
}

/** A Messages API whose model has a window of 200,000 tokens: what is longer is refused, and what fits gets the next answer. */
async function serverWithWindow(
  ...answers: readonly (readonly AssistantBlock[])[]
): Promise<WindowServer> {
  const tokens: number[] = [];
  let answered = 0;
  const server = await loopbackServer((response, { body }, index) => {
    const size = Math.ceil(JSON.stringify(body).length / 4);
    tokens.push(size);
    if (size > windowTokens) {
      const message = `prompt is too long: ${size} tokens > ${windowTokens} maximum`;
      const error = { type: "invalid_request_error", message };
      return json(response, 400, { type: "error", error });
    }
    const blocks = answers[answered] ?? [{ type: "text", text: "done" }];
    answered += 1;
    streamAnswer(response, { blocks }, String(body["model"]), index);
  });
  return { ...server, tokens };
}

const modelOf =
  ({ url }: LoopbackServer): AgentOptions["model"] =>
  ({ emit }) =>
    createModel({
      model: "claude-sonnet-5-5",
      env: { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: "key-1" },
      clock: instantClock(),
      emit,
    });

const call = (id: string, name: string, input: object): AssistantBlock => ({
  type: "tool_use",
  id,
  name,
  input,
});

const idsOf = (inputs: readonly Readonly<Record<string, unknown>>[], event: string) =>
  inputs.flatMap((input) => (input["hook_event_name"] === event ? [input["tool_use_id"]] : []));

const warnings = (events: Awaited<ReturnType<typeof play>>["events"]) =>
  events.flatMap((event) => (event.type === "notice" ? [event.text] : []));

/** The same session, with another server. */
const resume = (first: Awaited<ReturnType<typeof play>>, server: Parameters<typeof modelOf>[0]) =>
  play({
    in: first,
    model: modelOf(server),
    prompt: "and now?",
    session: { kind: "resume", sessionId: first.session.id },
  });

describe("a window of 200,000 tokens", () => {
  it("holds a result of 3 MB: the model gets both ends and the file, and the session goes on and is resumed", async () => {
    const lines = Array.from({ length: 30_000 }, (_, n) => `needle ${n} ${"x".repeat(90)}`);
    const search = { pattern: "needle", output_mode: "content", head_limit: 0 };
    const server = await serverWithWindow([call("t1", "Grep", search)]);
    const first = await play({
      model: modelOf(server),
      files: { "big.txt": lines.join("\n") },
    });
    expect(first.result).toMatchObject({ isError: false, result: "done" });
    const text = JSON.stringify(server.received[1]?.body["messages"]);
    expect(text).toContain("needle 0 ");
    expect(text).toContain("needle 29999 ");
    const file = /All \d+ characters are in (.*?)\]/.exec(text)?.[1] ?? "";
    expect(readFileSync(file, "utf8").length).toBeGreaterThan(3_000_000);

    const next = await serverWithWindow();
    const second = await resume(first, next);
    expect(second.result).toMatchObject({ isError: false, result: "done" });
    expect([...server.tokens, ...next.tokens].every((size) => size < 40_000)).toBe(true);
  });

  it("holds 500 results without compaction: old ones are removed when it is full, hooks fire once for each, and the session is resumed", async () => {
    const batches = Array.from({ length: 50 }, (_, batch) =>
      Array.from({ length: 10 }, (_, n) => call(`t${batch}-${n}`, "Read", { file_path: `f${n}` })),
    );
    const files = Object.fromEntries(
      Array.from({ length: 10 }, (_, n) => [`f${n}`, `${n} `.repeat(10_000)]),
    );
    const longLines = Object.fromEntries(
      Object.entries(files).map(([name, text]) => [name, text.replaceAll(/.{100}/g, "$&\n")]),
    );
    const server = await serverWithWindow(...batches);
    const first = await play({
      model: modelOf(server),
      files: longLines,
      userSettings: { autoCompactEnabled: false },
    });
    expect(first.result).toMatchObject({ isError: false, result: "done", numTurns: 501 });
    const ids = batches.flat().map((block) => (block.type === "tool_use" ? block.id : ""));
    expect(idsOf(first.hookInputs, "PreToolUse").toSorted()).toEqual(ids.toSorted());
    expect(idsOf(first.hookInputs, "PostToolUse").toSorted()).toEqual(ids.toSorted());
    const refused = server.tokens.filter((size) => size > windowTokens);
    expect(refused.length).toBeGreaterThan(0);
    expect(warnings(first.events)).toContainEqual(
      expect.stringMatching(
        /too long for the model, so \d+ tool results .* will no longer be sent/,
      ),
    );

    const next = await serverWithWindow();
    const second = await resume(first, next);
    expect(second.result).toMatchObject({ isError: false, result: "done" });
    expect(next.tokens).toHaveLength(1);
    expect(warnings(second.events)).toEqual([]);
  }, 120_000);

  it("a session with a result of 3 MB, recorded before results were capped, is resumed", async () => {
    const server = await serverWithWindow([call("t1", "Bash", { command: "echo small" })]);
    const first = await play({ model: modelOf(server) });
    const path = first.session.transcriptPath;
    const records = readFileSync(path, "utf8");
    expect(records).toContain('"content":"small"');
    writeFileSync(path, records.replace('"content":"small"', `"content":"${"x".repeat(3e6)}"`));
    const next = await serverWithWindow();
    const second = await resume(first, next);
    expect(second.result).toMatchObject({ isError: false, result: "done" });
    expect(next.tokens.at(-1)).toBeLessThan(windowTokens);
    expect(second.events.filter(({ type }) => type === "compacted")).toHaveLength(1);
    expect(next.tokens.filter((size) => size > windowTokens)).toHaveLength(1);
  });

  it("E16 a prompt that does not fit by itself is an error, after one more try", async () => {
    const server = await serverWithWindow();
    const { result, firedEvents } = await play({
      model: modelOf(server),
      prompt: "x".repeat(1e6),
    });
    expect(result).toMatchObject({ isError: true, terminalReason: "api_error" });
    expect(result.errors[0]).toContain("prompt is too long");
    expect(server.tokens).toHaveLength(2);
    expect(firedEvents).not.toContain("Stop");
  });
});
