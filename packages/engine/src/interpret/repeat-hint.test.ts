import type { AnyHandler } from "@snaphook/protocol";
import { brand, profiles } from "@snaphook/protocol";
import { expect, it } from "vitest";
import type { HookRun } from "../stages/hook-run.ts";
import type { ConfiguredHook, Scope } from "../stages/snapshot.ts";
import { eventNamed, runOf } from "../testing/read-run.ts";
import { repeatHint } from "./repeat-hint.ts";

const input = { tool_name: "Write", tool_input: { file_path: "a b" } };
const call = eventNamed("PreToolUse", input);
const command = { type: "command", command: "./x.sh" } as const;
const prompt: AnyHandler = { type: "prompt", prompt: "Fine?" };

/** A run of a hook of another scope. */
function runIn(
  scope: Scope,
  { root = "/root", file = "/s.json", handler = command as AnyHandler } = {},
) {
  const run: HookRun = runOf({ handler });
  const { hook } = run.planned;
  const source = { ...hook.source, file };
  const from: ConfiguredHook = { ...hook, origin: { ...hook.origin, scope, root }, source };
  return { ...run, planned: { ...run.planned, hook: from } };
}

it.each([
  ["project", {}, ""],
  ["user", {}, ""],
  ["plugin", { root: "/my plugin" }, " --plugin-dir '/my plugin'"],
  ["settings-flag", { file: "/ci/hooks.json" }, " --settings /ci/hooks.json"],
  ["settings-flag", { file: "--settings" }, " with the same --settings"],
  ["user", { handler: prompt }, " --model MODEL"],
] as const)("a hook of %s %j is repeated with what loads it", (scope, more, flags) => {
  expect(repeatHint(runIn(scope, more), call, profiles.reference)).toBe(
    `${brand.command} run PreToolUse --tool Write --input '{"file_path":"a b"}'${flags}`,
  );
});

it("T2 a hook that runs because of --trust-project is repeated with it", () => {
  const run = runIn("project");
  const planned = { ...run.planned, trustedByFlag: true as const };
  expect(repeatHint({ ...run, planned }, call, profiles.reference)).toMatch(
    /'\{"file_path":"a b"\}' --trust-project$/,
  );
});

const mcp: AnyHandler = { type: "mcp_tool", server: "s", tool: "t" };
const callback: AnyHandler = { type: "callback", callback: () => {} };
it.each([
  ["user", { handler: mcp }],
  ["code", { handler: callback }],
  ["skill", {}],
] as const)("a hook of %s %j that a command cannot repeat has no hint", (scope, more) => {
  expect(repeatHint(runIn(scope, more), call, profiles.reference)).toBeUndefined();
});

it("other events need no tool, and a long input has no hint", () => {
  expect(repeatHint(runIn("user"), eventNamed("Stop"), profiles.reference)).toBe(
    `${brand.command} run Stop`,
  );
  const long = eventNamed("PreToolUse", { ...input, tool_input: { content: "x".repeat(300) } });
  expect(repeatHint(runIn("user"), long, profiles.reference)).toBeUndefined();
});

it("Q2 a profile that is not the default is named", () => {
  expect(repeatHint(runIn("user"), eventNamed("Stop"), profiles["claude-code"])).toBe(
    `${brand.command} run Stop --profile ${profiles["claude-code"].name}`,
  );
});

it.each([
  ["UserPromptSubmit", { prompt: "it's mine" }, ` --input '{"prompt":"it'\\''s mine"}'`],
  ["Stop", { last_assistant_message: "Done!" }, ` --input '{"last_assistant_message":"Done!"}'`],
  [
    "PostToolUse",
    { tool_name: "Write", tool_input: { file_path: "a" }, tool_response: { ok: 1 } },
    ` --tool Write --input '{"tool_input":{"file_path":"a"},"tool_response":{"ok":1}}'`,
  ],
] as const)("section 9: the command for %s has the fields of its event", (name, fields, flags) => {
  expect(repeatHint(runIn("user"), eventNamed(name, fields), profiles.reference)).toBe(
    `${brand.command} run ${name}${flags}`,
  );
});

it("the details of a run have room for a longer input", () => {
  const long = eventNamed("UserPromptSubmit", { prompt: "x".repeat(300) });
  expect(repeatHint(runIn("user"), long, profiles.reference)).toBeUndefined();
  expect(repeatHint(runIn("user"), long, profiles.reference, "details")).toContain("xxx");
});
