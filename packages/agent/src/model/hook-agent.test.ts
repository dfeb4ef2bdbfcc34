import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createModel } from "./create-model.ts";
import { type HookAgentTools, hookAgent } from "./hook-agent.ts";
import { hookModelChoice } from "./hook-model-choice.ts";
import type { Model, ModelRequest } from "./model.ts";
import { instantClock } from "./testing/requests.ts";

const folderOf = () => {
  const folder = mkdtempSync(join(tmpdir(), "hook-agent-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
};

const description = { name: "Read", description: "reads", inputSchema: { type: "object" } };

async function running(
  turns: unknown,
  {
    call = async (calls) => calls.map(({ id }) => result(id)),
    env = {},
  }: { call?: HookAgentTools["call"]; env?: Readonly<Record<string, string>> } = {},
) {
  const file = join(folderOf(), "script.json");
  writeFileSync(file, JSON.stringify({ "hook-agent": turns }));
  const scripted = await createModel({ model: `script:${file}`, env: {}, clock: instantClock() });
  const asked: ModelRequest[] = [];
  const model: Model = {
    id: scripted.id,
    answer(request) {
      asked.push({ ...request, messages: [...request.messages] });
      return scripted.answer(request);
    },
  };
  const closed: string[] = [];
  const openTools = ({ prompt }: { readonly prompt: string }): HookAgentTools => ({
    descriptions: [description],
    call,
    async close() {
      closed.push(prompt);
    },
  });
  const run = (more: { signal?: AbortSignal; transcriptPath?: string } = {}) =>
    hookAgent({ askModel: hookModelChoice({ model, env, warn() {} }), openTools }).run({
      model: undefined,
      prompt: "Do the tests pass?",
      schema: { type: "object", required: ["ok"] },
      transcriptPath: more.transcriptPath,
      signal: more.signal ?? new AbortController().signal,
    });
  return { run, asked, closed };
}

const result = (id: string) =>
  ({ type: "tool_result", tool_use_id: id, content: "content" }) as const;
const answer = (input: unknown) => [{ tool: "StructuredOutput", input }];
const lastOf = (request: ModelRequest | undefined) => request?.messages.at(-1)?.content;

describe("hookAgent", () => {
  it("H3 answers with what the model gives to StructuredOutput", async () => {
    const { run, asked } = await running([answer({ ok: false, reason: "no" })], {
      env: { ANTHROPIC_DEFAULT_HAIKU_MODEL: "small-1" },
    });
    expect(await run({ transcriptPath: "/t/x.jsonl" })).toEqual({ ok: false, reason: "no" });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ purpose: "hook-agent", model: "small-1" });
    expect(asked[0]?.tools.map(({ name }) => name)).toEqual(["Read", "StructuredOutput"]);
    const [text] = lastOf(asked[0]) ?? [];
    expect(text).toMatchObject({
      text: expect.stringMatching(/^Do the tests pass\?\n\n.*\/t\/x\.jsonl$/),
    });
  });

  it("H3 makes calls before it answers, and ends what they left running", async () => {
    const turns = [[{ tool: "Read", input: { file_path: "f" } }], answer({ ok: true })];
    const { run, asked, closed } = await running(turns);
    expect(await run()).toEqual({ ok: true });
    expect(lastOf(asked[1])).toMatchObject([{ type: "tool_result", content: "content" }]);
    expect(closed).toEqual(["Do the tests pass?"]);
  });

  it("H3 ends without an answer when a hook ends it", async () => {
    const call = async () => {
      throw new Error("a hook ended the agent: enough");
    };
    const turns = [[{ tool: "Read", input: {} }], answer({ ok: true })];
    const { run, closed } = await running(turns, { call });
    await expect(run()).rejects.toThrow("a hook ended the agent: enough");
    expect(closed).toHaveLength(1);
  });

  it("H3 is reminded once when it ends without an answer", async () => {
    const reminded = await running([["I think so."], answer({ ok: true })]);
    expect(await reminded.run()).toEqual({ ok: true });
    expect(reminded.asked[1]?.messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "user",
    ]);
    const silent = await running([["a"], ["b"], answer({ ok: true })]);
    await expect(silent.run()).rejects.toMatchObject({
      name: "AbortError",
      message: expect.stringContaining("ended without an answer"),
    });
    expect(silent.asked).toHaveLength(2);
  });

  it("H3 is cancelled after 50 turns", async () => {
    const call = [{ tool: "Read", input: {} }];
    const { run, asked } = await running(Array.from({ length: 60 }, () => call));
    await expect(run()).rejects.toThrow("no answer within 50 turns");
    expect(asked).toHaveLength(50);
  });

  it("H3 ends with its signal", async () => {
    const stop = new AbortController();
    const reason = new Error("past its limit");
    const call: HookAgentTools["call"] = async (calls) => {
      stop.abort(reason);
      return calls.map(({ id }) => result(id));
    };
    const turns = [[{ tool: "Read", input: { file_path: "x" } }], answer({ ok: true })];
    const { run, asked } = await running(turns, { call });
    await expect(run({ signal: stop.signal })).rejects.toBe(reason);
    expect(asked).toHaveLength(1);
  });
});
