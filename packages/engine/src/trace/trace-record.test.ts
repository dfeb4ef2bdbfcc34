import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { TraceRecord } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { bashCall, oneHook, openHooks } from "../testing/open-hooks.ts";

const schemaFile = join(import.meta.dirname, "../../../protocol/schemas/report.trace.json");
const schema = z.fromJSONSchema(JSON.parse(readFileSync(schemaFile, "utf8")));

/** The last record, checked against the schema that is checked in. */
function last(records: readonly TraceRecord[]): TraceRecord {
  const record = records.at(-1);
  schema.parse(JSON.parse(JSON.stringify(record)));
  if (!record) throw new Error("no record");
  return record;
}

const pre = (fields: object) => ({
  hookSpecificOutput: { hookEventName: "PreToolUse", ...fields },
});

describe("a record", () => {
  it("P15 says for every hook of the event why it did or did not run", async () => {
    const command = (text: string, more = {}) => ({ type: "command", command: text, ...more });
    const { hooks, trace } = await openHooks({
      user: {
        hooks: {
          PreToolUse: [
            {
              matcher: "Bash",
              hooks: [command("echo out; echo err >&2"), command("true", { if: "Bash(git *)" })],
            },
            { matcher: "Edit", hooks: [command("never")] },
          ],
          Stop: [{ hooks: [command("other")] }],
        },
      },
      project: {
        hooks: { PreToolUse: [{ hooks: [command("echo out; echo err >&2"), command("held")] }] },
      },
    });
    await hooks.fire("PreToolUse", bashCall());
    const record = last(trace.records());
    expect(record).toMatchObject({
      version: 1,
      kind: "dispatch",
      event: "PreToolUse",
      profile: "reference",
      session: "session-1",
      toolUseId: "call_1",
      input: bashCall(),
      lookedAt: 6,
      ran: [
        {
          label: "echo out; echo err >&2",
          order: 0,
          type: "command",
          scope: "user",
          source: expect.stringMatching(/settings\.json:\d+$/),
          limitMs: 600_000,
          end: { how: "exited", code: 0 },
          stdout: { text: "out\n", bytes: 4, complete: true },
          stderr: { text: "err\n", bytes: 4 },
          started: {
            program: expect.stringMatching(/sh$/),
            args: expect.arrayContaining([expect.stringContaining("echo out; echo err >&2")]),
            cwd: expect.any(String),
            variables: { CLAUDE_PROJECT_DIR: expect.any(String) },
          },
          ending: "success",
          decision: "none",
          rewrote: false,
        },
      ],
      held: [
        { label: "echo out; echo err >&2", reason: "untrusted" },
        { label: "held", reason: "untrusted", because: expect.stringContaining("trust") },
      ],
      notMatched: [
        { label: "true", reason: "if-false", because: expect.stringContaining("git *") },
        { label: "never", reason: "matcher", because: expect.stringContaining('"Edit"') },
      ],
      outcome: { action: "proceed", permission: "undecided", turn: "continue", decidedBy: [] },
    });
    const { select, run, settle } = record.timings ?? { select: -1, run: -1, settle: -1 };
    expect(record.durationMs).toBeCloseTo(select + run + settle);
    expect(record.durationMs).toBeGreaterThanOrEqual(record.ran[0]?.durationMs ?? 0);
  });

  it("P15 names the losers: merged hooks and overruled rewrites, and who sees each text", async () => {
    const rewriting = (name: string) => ({
      type: "callback" as const,
      label: name,
      callback: () => ({
        systemMessage: `from ${name}`,
        ...pre({ updatedInput: { command: name } }),
      }),
    });
    const twice = { type: "command" as const, command: "true" };
    const { hooks, trace } = await openHooks({
      hooks: { PreToolUse: [{ hooks: [rewriting("first"), rewriting("second"), twice, twice] }] },
    });
    await hooks.fire("PreToolUse", bashCall());
    expect(last(trace.records())).toMatchObject({
      ran: [
        { rewrote: true, answer: { systemMessage: "from first" } },
        { rewrote: true },
        { label: "true", rewrote: false },
      ],
      merged: [{ label: "true", into: "code:PreToolUse[0].hooks[2]" }],
      outcome: {
        overruled: [{ label: "first" }],
        rewrittenInput: { command: "second" },
        messages: [
          {
            audience: "user",
            kind: "system-message",
            text: "from first",
            hook: { label: "first" },
          },
          { audience: "user", kind: "system-message", text: "from second" },
          {
            audience: "user",
            kind: "warning",
            text: expect.stringContaining("was overruled by second"),
          },
        ],
      },
    });
  });

  it.each([
    ["success", "exit 0", {}],
    [
      "blocking",
      "echo no >&2; exit 2",
      { decision: "deny", reason: expect.stringContaining("no") },
    ],
    ["non-blocking-error", "exit 1", { failure: { kind: "exit-code" } }],
    ["non-blocking-error", "/no/such/program", { failure: { kind: "not-found" } }],
    ["cancelled", "sleep 60", { failure: { kind: "timed-out" }, end: { how: "timedOut" } }],
  ])("P16 a run ends as %s: %s", async (ending, command, more) => {
    const timeout = command.startsWith("sleep") ? 0.1 : 30;
    const user = oneHook("PreToolUse", { type: "command", command, timeout });
    const { hooks, trace } = await openHooks({ user });
    await hooks.fire("PreToolUse", bashCall());
    expect(last(trace.records()).ran).toMatchObject([{ ending, ...more }]);
  });

  it("P12 a background run has its own record when it ends", async () => {
    const user = oneHook("PreToolUse", { type: "command", command: "echo late", async: true });
    const { hooks, trace } = await openHooks({ user });
    const ended = new Promise((resolve) =>
      hooks.on(({ type }) => type === "background-ended" && setImmediate(resolve)),
    );
    await hooks.fire("PreToolUse", bashCall());
    expect(last(trace.records())).toMatchObject({ ran: [{ end: { how: "background" } }] });
    await ended;
    expect(last(trace.records())).toMatchObject({
      kind: "background",
      event: "PreToolUse",
      ran: [{ label: "echo late", stdout: { text: "late\n" }, ending: "success" }],
    });
  });

  it("Q1 says what the outcome of another profile would have been", async () => {
    const { hooks, trace } = await openHooks({
      hooks: { PreToolUse: [{ hooks: [() => ({ continue: false })] }] },
    });
    await hooks.fire("PreToolUse", bashCall());
    expect(last(trace.records()).outcome).toMatchObject({
      action: "stop",
      divergence: { action: "proceed", questions: expect.arrayContaining(["stopBeforeTool"]) },
    });
  });

  it("E23 says which agent it was", async () => {
    const { hooks, trace } = await openHooks();
    await hooks.scope({ agentId: "a1", agentType: "Explore" }).fire("PreToolUse", bashCall());
    expect(last(trace.records())).toMatchObject({ agent: "a1", ran: [], lookedAt: 0 });
  });

  it("P15 is bounded, however large the event, and marks what was cut", async () => {
    const megabytes = "x".repeat(10 * 1024 * 1024);
    const { hooks, trace } = await openHooks({
      hooks: { PostToolUse: [{ hooks: [() => ({ systemMessage: megabytes })] }] },
    });
    let deep: unknown = "bottom";
    for (let depth = 0; depth < 50; depth++) deep = { deep };
    await hooks.fire("PostToolUse", {
      ...bashCall(megabytes),
      tool_response: {
        stdout: megabytes,
        list: Array.from({ length: 100_000 }, () => "word"),
        fields: Object.fromEntries(
          Array.from({ length: 5000 }, (_, index) => [`key${index}`, index]),
        ),
        texts: Array.from({ length: 90 }, () => Array.from({ length: 90 }, () => "y".repeat(500))),
        deep,
      },
    });
    const record = last(trace.records());
    expect(JSON.stringify(record).length).toBeLessThan(500_000);
    expect(record.input["tool_response"]).toMatchObject({
      stdout: expect.stringMatching(/^x{2000}…\[cut: 10485760 characters in all\]$/),
      list: expect.arrayContaining(["…[cut: 100000 entries in all]"]),
      fields: { "…": "[cut: 5000 entries in all]" },
    });
    expect(record.outcome?.messages[0]?.text).toMatch(/^x{2000}…\[cut: /);
    expect(JSON.stringify(record)).not.toContain("bottom");
  });

  it("P15 handles values that JSON does not have", async () => {
    const { hooks, trace } = await openHooks();
    await hooks.fire("PostToolUse", {
      ...bashCall(),
      tool_response: {
        when: new Date(0),
        bytes: new Uint8Array(7),
        nothing: undefined,
        code: () => 1,
        set: new Set([1]),
      },
    });
    const { input } = JSON.parse(JSON.stringify(last(trace.records())));
    expect(input.tool_response).toEqual({
      when: "1970-01-01T00:00:00.000Z",
      bytes: "[7 bytes]",
      set: {},
    });
  });
});
