import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "@snaphook/engine/internal";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Access, Tool, ToolContext, ToolInput } from "../tools/tool.ts";
import { createModel } from "./create-model.ts";
import { hookAgent } from "./hook-agent.ts";
import type { Model, ModelRequest } from "./model.ts";
import { instantClock } from "./testing/requests.ts";

const folderOf = () => {
  const folder = mkdtempSync(join(tmpdir(), "hook-agent-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
};

/** A tool that reads a file, as much of one as the agent needs. */
const reading = (access: Access["kind"] = "read", ran: ToolInput[] = []): Tool => ({
  name: "Read",
  description: "reads",
  inputSchema: { type: "object" },
  parse: (input) =>
    typeof input === "object" && input !== null && "file_path" in input
      ? { ok: true, input: { ...input } }
      : { ok: false, problem: "file_path is missing" },
  access: () => ({ kind: access }) as Access,
  concurrent: () => true,
  async run(input) {
    ran.push(input);
    return readFile(String(input["file_path"]), "utf8");
  },
  text: String,
  validateOutput: () => undefined,
});

async function running(turns: unknown, { tool = reading(), env = {} } = {}) {
  const folder = folderOf();
  const file = join(folder, "script.json");
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
  const context: ToolContext = {
    cwd: () => folder,
    changeDirectory() {},
    projectDirectory: folder,
    home: folder,
    sessionFolder: folder,
    env: {},
    environmentFiles: () => [],
    spawn,
    clock: systemClock,
    memory: new Map(),
  };
  const run = (more: { signal?: AbortSignal; transcriptPath?: string } = {}) =>
    hookAgent({ model, env, tools: [tool, { ...tool, name: "Bash" }], context }).run({
      model: undefined,
      prompt: "Do the tests pass?",
      schema: { type: "object", required: ["ok"] },
      transcriptPath: more.transcriptPath,
      signal: more.signal ?? new AbortController().signal,
    });
  return { run, asked, folder };
}

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

  it("H3 reads before it answers", async () => {
    const ran: ToolInput[] = [];
    const other = folderOf();
    const file = join(other, "f.txt");
    writeFileSync(file, "content");
    const turns = [[{ tool: "Read", input: { file_path: file } }], answer({ ok: true })];
    const { run, asked } = await running(turns, { tool: reading("read", ran) });
    expect(await run()).toEqual({ ok: true });
    expect(ran).toEqual([{ file_path: file }]);
    expect(lastOf(asked[1])).toMatchObject([{ type: "tool_result", content: "content" }]);
  });

  it.each([
    ["a tool it does not have", { tool: "Bash", input: {} }, "there is no tool Bash here"],
    ["input that does not fit", { tool: "Read", input: {} }, "file_path is missing"],
    ["a file that is not there", { tool: "Read", input: { file_path: "/nowhere/x" } }, "ENOENT"],
    ["an answer of no use", { tool: "StructuredOutput", input: { ok: "yes" } }, "ok must be true"],
    [
      "an answer without reason",
      { tool: "StructuredOutput", input: { ok: false, reason: 7 } },
      "reason must",
    ],
    ["an answer that is none", { tool: "StructuredOutput", input: "yes" }, "must be an object"],
  ])("H3 %s is an error that the model gets", async (_what, call, problem) => {
    const { run, asked } = await running([[call], answer({ ok: true })]);
    expect(await run()).toEqual({ ok: true });
    expect(lastOf(asked[1])).toMatchObject([
      { type: "tool_result", is_error: true, content: expect.stringContaining(problem) },
    ]);
  });

  it.each(["edit", "command", "fetch", "other"] as const)(
    "H3 a call that does more than read does not run: %s",
    async (access) => {
      const ran: ToolInput[] = [];
      const tool = reading(access, ran);
      const turns = [[{ tool: "Read", input: { file_path: "x" } }], answer({ ok: true })];
      const { run, asked } = await running(turns, { tool });
      await run();
      expect(ran).toEqual([]);
      expect(lastOf(asked[1])).toMatchObject([
        { is_error: true, content: "Read can only read here" },
      ]);
    },
  );

  it("H3 is reminded once when it ends without an answer", async () => {
    const reminded = await running([["I think so."], answer({ ok: true })]);
    expect(await reminded.run()).toEqual({ ok: true });
    expect(reminded.asked[1]?.messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "user",
    ]);
    const silent = await running([["a"], ["b"], answer({ ok: true })]);
    await expect(silent.run()).rejects.toThrow("ended without an answer");
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
    const tool: Tool = {
      ...reading(),
      async run() {
        stop.abort(reason);
        throw new Error("interrupted");
      },
    };
    const turns = [[{ tool: "Read", input: { file_path: "x" } }], answer({ ok: true })];
    const { run, asked } = await running(turns, { tool });
    await expect(run({ signal: stop.signal })).rejects.toBe(reason);
    expect(asked).toHaveLength(1);
  });
});
