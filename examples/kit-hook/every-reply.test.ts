// Runs every reply of the kit as a real process under the real engine, and checks the outcome.
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHooks } from "@snaphook/engine";
import { type EventName, sampleInput } from "@snaphook/kit";
import { describe, expect, it } from "vitest";
import * as tested from "../../scripts/packed/tested.ts";

const folder = mkdtempSync(join(tmpdir(), "every-reply-"));
mkdirSync(join(folder, "node_modules/@snaphook"), { recursive: true });
symlinkSync(
  join(tested.home, "node_modules/@snaphook/kit"),
  join(folder, "node_modules/@snaphook/kit"),
);
writeFileSync(
  join(folder, "reply.mjs"),
  `import { defineHook } from "@snaphook/kit";
   const [event, expression] = process.argv.slice(2);
   const reply = new Function("it", "with (it) return " + expression);
   defineHook(event, reply).runIfMain(import.meta);`,
);

/** What the engine makes of one hook that answers with an expression. */
async function outcomeOf(
  event: EventName,
  expression: string,
  profile: "reference" | "claude-code" = "reference",
) {
  const args = [...tested.nodeOptions, "reply.mjs", event, expression];
  const handler = { type: "command", command: tested.node, args, timeout: 30 } as const;
  const hooks = await createHooks({
    cwd: folder,
    sessionId: "session_01",
    profile,
    hooks: { [event]: [{ hooks: [handler] }] },
  });
  try {
    return await hooks.fire(event, { ...sampleInput(event), cwd: folder });
  } finally {
    await hooks.close();
  }
}

const said = (audience: string, text: string) => ({
  messages: expect.arrayContaining([expect.objectContaining({ audience, text })]),
});
const byExit = { reasons: [expect.stringMatching(/\]: no$/)] };
const told = said("model", "told");

const rows: readonly (readonly [EventName, string, object])[] = [
  ["PreToolUse", "pass()", { action: "proceed", permission: "undecided" }],
  ["PreToolUse", 'allow("yes")', { action: "proceed", permission: "granted" }],
  ["PreToolUse", 'deny("no")', { action: "refuse", reasons: ["no"] }],
  ["PreToolUse", 'ask("sure?")', { action: "ask", reasons: ["sure?"] }],
  ["PreToolUse", 'rewrite({ command: "ls" })', { action: "proceed", input: { command: "ls" } }],
  ["PreToolUse", 'context("told")', told],
  ["PreToolUse", 'stop("enough")', { action: "stop", reason: "enough" }],
  ["PreToolUse", 'warn("careful")', said("user", "careful")],
  ["PreToolUse", "[quiet(), pass()]", { action: "proceed" }],
  ["PreToolUse", 'broken("x")', { action: "refuse" }],
  ["PermissionRequest", "allow({ updatedInput: { a: 1 } })", { action: "allow", input: { a: 1 } }],
  ["PermissionRequest", 'deny("no", { interrupt: true })', { action: "deny", reasons: ["no"] }],
  ["PermissionRequest", 'broken("x")', { action: "deny" }],
  ["PostToolUse", 'feedback("no")', { action: "continue", reasons: ["no"] }],
  ["PostToolUse", 'context("told")', told],
  [
    "PostToolUse",
    'replaceOutput({ stdout: "x" })',
    { fields: { updatedToolOutput: { stdout: "x" } } },
  ],
  ["PostToolUseFailure", 'feedback("no")', { action: "continue", reasons: ["no"] }],
  ["PostToolUseFailure", 'context("told")', told],
  ["PostToolBatch", 'context("told")', told],
  ["PostToolBatch", 'block("no")', { action: "stop" }],
  ["PermissionDenied", "retry()", { fields: { retry: true } }],
  ["UserPromptSubmit", 'block("no")', { action: "refuse", reasons: ["no"] }],
  ["UserPromptSubmit", 'context("told")', told],
  ["UserPromptExpansion", 'block("no")', { action: "refuse", reasons: ["no"] }],
  ["SessionStart", 'context("told")', told],
  ["SessionStart", 'initialUserMessage("hi")', { fields: { initialUserMessage: "hi" } }],
  ["SessionStart", 'exportVariable("A", "1")', { action: "continue" }],
  ["Setup", 'context("told")', told],
  ["Notification", 'context("told")', told],
  ["SubagentStart", 'context("told")', told],
  ["SubagentStop", 'block("more")', { action: "continue", reasons: ["more"] }],
  ["Stop", 'block("more")', { action: "continue", reasons: ["more"] }],
  ["Stop", 'context("told")', { action: "continue", ...told }],
  ["Stop", "finish()", { action: "finish" }],
  ["TeammateIdle", 'block("no")', { action: "continue", ...byExit }],
  ["TeammateIdle", "finish()", { action: "finish" }],
  ["TaskCreated", 'block("no")', { action: "refuse", ...byExit }],
  ["TaskCompleted", 'block("no")', { action: "refuse", ...byExit }],
  ["ConfigChange", 'block("no")', { action: "refuse", reasons: ["no"] }],
  ["CwdChanged", 'watch(["/a"])', { fields: { watchPaths: ["/a"] } }],
  ["FileChanged", 'watch(["/a"])', { fields: { watchPaths: ["/a"] } }],
  ["WorktreeCreate", 'created("/tree")', { fields: { worktreePath: "/tree" } }],
  ["WorktreeCreate", 'block("no")', { action: "refuse", ...byExit }],
  ["WorktreeRemove", 'block("no")', { action: "refuse", ...byExit }],
  ["Elicitation", "accept({ day: 1 })", { fields: { action: "accept", content: { day: 1 } } }],
  ["Elicitation", "decline()", { action: "refuse" }],
  ["ElicitationResult", "cancel()", { action: "refuse" }],
  ["PreModelSwitch", 'allow("yes")', { action: "proceed" }],
  ["PreModelSwitch", 'deny("no")', { action: "refuse", reasons: ["no"] }],
  ["MessageDisplay", 'display("hi")', { fields: { displayContent: "hi" } }],
];

describe.concurrent("every reply, as a process under the engine", () => {
  it.each(rows)("A2, A5, A6 %s: %s", async (event, expression, expected) => {
    expect(await outcomeOf(event, expression)).toMatchObject(expected);
  });

  it.each([
    ["PreCompact", 'block("no")', { action: "refuse", reasons: ["no"] }],
    ["PermissionRequest", 'broken("x")', { action: "deny" }],
  ] as const)("section 12: in claude-code %s: %s", async (event, expression, expected) => {
    expect(await outcomeOf(event, expression, "claude-code")).toMatchObject(expected);
  });
});
