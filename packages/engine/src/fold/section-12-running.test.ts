import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type EventName,
  type Handler,
  hookView,
  type ProfileName,
  profiles,
} from "@snaphook/protocol";
import { onTestFinished } from "vitest";
import { createHooks } from "../engine.ts";
import type { HooksOptions } from "../hooks.ts";
import { compileMatcher } from "../match/matcher.ts";
import { planRuns } from "../plan/plan-runs.ts";
import { chooseProgram } from "../run/command/choose-program.ts";
import { configuredHook, matcherOptions } from "../testing/hook-run.ts";
import { testQuestions } from "../testing/section-12.ts";

const plan = (profile: ProfileName, event: EventName, ...handlers: readonly Handler[]) =>
  planRuns(
    {
      hooks: handlers.map((handler, index) => ({
        hook: configuredHook({ id: `hook-${index}`, handler }),
      })),
      held: [],
    },
    { event, profile: profiles[profile], projectDirectory: "/project" },
  );
const limits = (profile: ProfileName, event: EventName, ...handlers: readonly Handler[]) =>
  plan(profile, event, ...handlers)
    .lanes.flat()
    .map(({ limitMs }) => limitMs);
const command = (text: string): Handler => ({ type: "command", command: text });

async function open(profile: ProfileName, options: Partial<HooksOptions>) {
  const folder = mkdtempSync(join(tmpdir(), "section-12-"));
  const hooks = await createHooks({
    cwd: folder,
    home: folder,
    managedFile: join(folder, "managed.json"),
    sessionId: "s1",
    headless: true,
    profile,
    ...options,
  });
  onTestFinished(async () => void (await hooks.close()));
  return hooks;
}
/** Why the hooks of a settings file can never run. */
const dormant = async (profile: ProfileName, ...events: readonly (readonly [string, object])[]) => {
  const hooks = events.map(([event, handler]) => [event, [{ matcher: ".*", hooks: [handler] }]]);
  const settings = JSON.stringify({ hooks: Object.fromEntries(hooks) });
  const { hooks: configured } = (await open(profile, { settings })).config.snapshot();
  return configured.map((hook) => hook.dormant?.reason ?? "runs");
};
/** Code and level of what is said of settings that are well-formed JSON. */
const findings = async (profile: ProfileName, hooks: object) =>
  (await open(profile, { settings: JSON.stringify({ hooks }) })).config
    .snapshot()
    .diagnostics.map(({ code, level }) => `${code} ${level}`);
const call = { tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "call_1" };

testQuestions([
  {
    question: "events",
    ask: (profile) =>
      dormant(
        profile,
        ["SessionStart", command("x")],
        ["PostToolUse", command("x")],
        ["Stop", command("x")],
      ),
    answers: {
      reference: ["runs", "runs", "runs"],
      "claude-code": ["runs", "runs", "runs"],
      envoy: ["runs", "runs", "not-in-profile"],
    },
  },
  {
    question: "order of hooks (P1)",
    ask: (profile) => plan(profile, "PostToolUse", command("a"), command("b")).lanes.length,
    answers: { reference: 2, "claude-code": 2, envoy: 1 },
  },
  {
    question: "de-duplication (P4)",
    ask: (profile) => plan(profile, "PostToolUse", command("a"), command("a")).merged.length,
    answers: { reference: 1, "claude-code": 1, envoy: 0 },
  },
  {
    question: "matcher (M2, M3)",
    ask: (profile) =>
      compileMatcher("Edit", { ...matcherOptions, style: profiles[profile].matcher }).test(
        "NotebookEdit",
      ),
    answers: {
      reference: "does-not-match",
      "claude-code": "does-not-match",
      envoy: "matches",
    },
  },
  {
    question: "form of a group (C9)",
    ask: (profile) => findings(profile, { PostToolUse: [{ matcher: "Bash", command: "x" }] }),
    answers: {
      reference: ["flat-group warning"],
      "claude-code": ["flat-group warning"],
      envoy: [],
    },
  },
  {
    question: "events that need a matcher (V7)",
    ask: (profile) => findings(profile, { PostToolUse: [{ hooks: [command("x")] }] }),
    answers: { reference: [], "claude-code": [], envoy: ["matcher-needed error"] },
  },
  {
    question: "values a matcher can be for (V7)",
    ask: (profile) =>
      findings(profile, {
        SessionStart: ["begin", "fork", "startup|resume", "compact"].map((matcher) => ({
          matcher,
          hooks: [command("x")],
        })),
      }),
    answers: {
      reference: ["dead-matcher warning"],
      "claude-code": ["dead-matcher warning"],
      envoy: ["dead-matcher error", "dead-matcher error"],
    },
  },
  {
    question: "names of tools (V11)",
    ask: (profile) =>
      findings(profile, {
        PostToolUse: [{ matcher: "filesystem_(write|edit)_file", hooks: [command("x")] }],
      }),
    answers: {
      reference: ["dead-matcher warning"],
      "claude-code": ["dead-matcher warning"],
      envoy: [],
    },
  },
  {
    question: "the plan in `tool_input` of ExitPlanMode (V11)",
    ask: (profile) => hookView(profiles[profile], "ExitPlanMode").toHooks({ plan: "a plan" }),
    answers: {
      reference: { plan: "a plan" },
      "claude-code": {},
      envoy: { plan: "a plan" },
    },
  },
  {
    question: "limits command/prompt/agent (H1)",
    ask: (profile) =>
      limits(
        profile,
        "PostToolUse",
        command("a"),
        { type: "prompt", prompt: "?" },
        { type: "agent", prompt: "?" },
      ),
    answers: {
      reference: [600_000, 30_000, 60_000],
      "claude-code": [600_000, 30_000, 60_000],
      envoy: [undefined, undefined, undefined],
    },
  },
  {
    question: "limits of events, unless the handler sets one (H1)",
    ask: (profile) => [
      ...limits(profile, "UserPromptSubmit", command("a")),
      ...limits(profile, "SessionEnd", command("a"), { ...command("b"), timeout: 4 }),
    ],
    answers: {
      reference: [600_000, 600_000, 4000],
      "claude-code": [30_000, 1500, 4000],
    },
  },
  {
    question: "command form (P5)",
    ask: (profile) => programOf(profile, { type: "command", command: "echo 'a b' $HOME" }),
    answers: {
      reference: ["/opt/bash", "-c", "echo 'a b' $HOME"],
      "claude-code": ["/bin/sh", "-c", "echo 'a b' $HOME"],
      envoy: ["echo", "a b", "$HOME"],
    },
  },
  {
    question: "shell of a command (P5)",
    ask: (profile) => [
      ...programOf(profile, { type: "command", command: "[[ a ]]" }),
      ...programOf(profile, { type: "command", command: "x", shell: "bash" }),
    ],
    answers: {
      reference: ["/opt/bash", "-c", "[[ a ]]", "/opt/bash", "-c", "x"],
      "claude-code": ["/bin/sh", "-c", "[[ a ]]", "/bin/sh", "-c", "x"],
    },
  },
  {
    question: "http hook on SessionStart (H4)",
    ask: (profile) =>
      dormant(
        profile,
        ["SessionStart", { type: "http", url: "http://localhost/" }],
        ["PostToolUse", { type: "http", url: "http://localhost/" }],
      ),
    answers: { reference: ["runs", "runs"], "claude-code": ["not-in-profile", "runs"] },
  },
  {
    question: "what lint says of onFailure by type of hook (H8)",
    ask: (profile) => {
      const onFailure = "block";
      const hooks = [
        { ...command("x"), onFailure },
        { type: "prompt", prompt: "Fine?", onFailure },
        { type: "agent", prompt: "Fine?", onFailure },
        { type: "mcp_tool", server: "s", tool: "t", onFailure },
      ];
      return findings(profile, { PreToolUse: [{ matcher: "Bash", hooks }] });
    },
    answers: {
      reference: [],
      "claude-code": Array(3).fill("on-failure-ignored warning"),
      envoy: Array(4).fill("on-failure-ignored warning"),
    },
  },
  {
    question: "limit of a background hook (P12)",
    ask: async (profile) => {
      const handler = { ...command("exec sleep 5"), async: true, timeout: 0.2 } as Handler;
      const hooks = await open(profile, {
        settings: JSON.stringify({ hooks: { PreToolUse: [{ hooks: [handler] }] } }),
      });
      const { promise: ended, resolve } = Promise.withResolvers<string>();
      hooks.on((progress) => {
        if (progress.type === "background-ended") resolve(progress.run.end.how);
      });
      await hooks.fire("PreToolUse", call);
      const after = new Promise<string>((done) => setTimeout(done, 600, "still running"));
      return Promise.race([ended, after]);
    },
    answers: { reference: "timedOut", "claude-code": "still running" },
  },
  {
    question: "asyncRewake headless (P12)",
    ask: async (profile) => {
      const handler = { ...command("exit 2"), asyncRewake: true } as Handler;
      const hooks = await open(profile, { hooks: { PreToolUse: [{ hooks: [handler] }] } });
      return (await hooks.fire("PreToolUse", call)).action;
    },
    answers: { reference: "proceed", "claude-code": "refuse" },
  },
  {
    question: "PermissionRequest headless (E4)",
    ask: async (profile) => {
      let fired = 0;
      const callback = () => void fired++;
      const hooks = await open(profile, { hooks: { PermissionRequest: [{ hooks: [callback] }] } });
      await hooks.tool({ name: "Bash", input: call.tool_input, id: "1" }, async () => "ran", {
        permission: async () => "ask",
      });
      return fired;
    },
    answers: { reference: 0, "claude-code": 1 },
  },
]);

function programOf(profile: ProfileName, handler: Handler & { readonly type: "command" }) {
  const context = {
    platform: "linux",
    profile: profiles[profile],
    variables: {},
    bash: "/opt/bash",
    folder: "/",
  };
  const { program, args } = chooseProgram(handler, context);
  return [program, ...args];
}
