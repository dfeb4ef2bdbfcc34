import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ProfileName } from "@snaphook/protocol";
import type { AgentEvent } from "./agent-event.ts";
import { changeUserSettings } from "./testing/change-user-settings.ts";
import { type Plan, plannedModel, promptOf, startAgent } from "./testing/planned-model.ts";
import { newFolders, type Play, play, specific, userTexts } from "./testing/play.ts";
import { testQuestions } from "./testing/section-12.ts";

const read = (path: string) => ({ tool: "Read", input: { file_path: path } });
const files = { "a.txt": "a", "b.txt": "b" };
const hello = specific("SessionStart", { additionalContext: "welcome" });

/** One command hook of the user that prints something; no shell is needed for it. */
const printing = (event: string, printed: string) => ({
  hooks: {
    [event]: [{ matcher: ".*", hooks: [{ type: "command", command: `echo '${printed}'` }] }],
  },
});
/** A session in which a hook says something after a call of Read. */
const saidAfterRead = (profile: ProfileName, answer: object, more: Play = {}) =>
  play({
    profile,
    files,
    script: [[read("a.txt"), read("b.txt")], ["done"]],
    userSettings: printing("PostToolUse", JSON.stringify(answer)),
    ...more,
  });
const userMessages = (events: readonly AgentEvent[]) =>
  events.flatMap((event) => (event.type === "user" ? [userTexts([event.message])] : []));

/** What one event says about the calls of an answer. */
function stepsOfCalls(event: AgentEvent): readonly string[] {
  switch (event.type) {
    case "tool-started":
      return ["started"];
    case "user":
      return event.message.content.some(({ type }) => type === "tool_result") ? ["results"] : [];
    case "outcome":
      return event.outcome.event === "PostToolUse" ? ["hooks"] : [];
    default:
      return [];
  }
}

const guarded = (steps: Plan["steps"]) => ({ steps: [[startAgent({ steps })]] });
const bash = { tool: "Bash", input: { command: "echo in" } };
/** The agent guard refuses Bash, and may start others. */
const guardingAgents = JSON.stringify({
  guard: {
    prompt: "You guard.",
    hooks: {
      PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: "exit 2" }] }],
    },
  },
});

testQuestions([
  {
    question: "hooks on tool calls in the front matter of an agent",
    ask: async (profile) => {
      const ask = async (plan: Plan, mainAgent?: string) => {
        const { hookInputs } = await play({
          profile,
          model: async () => plannedModel(),
          agents: guardingAgents,
          prompt: promptOf(plan),
          ...(mainAgent === undefined ? {} : { mainAgent }),
        });
        return hookInputs.some(
          (input) => input["hook_event_name"] === "PostToolUse" && input["tool_name"] === "Bash",
        );
      };
      const asSubagent = startAgent(guarded([[bash]]), { subagent_type: "guard" });
      return [await ask(guarded([[bash]]), "guard"), await ask({ steps: [[asSubagent]] })];
    },
    answers: {
      reference: [false, false],
      "claude-code": [true, true],
    },
  },
  {
    question: "Read, Glob and Grep outside the project without a rule",
    ask: async (profile) => {
      const outside = join(newFolders().base, "x.txt");
      writeFileSync(outside, "outside");
      const calls = [
        read(outside),
        { tool: "Grep", input: { pattern: "outside", path: outside } },
        { tool: "Glob", input: { pattern: "*.txt", path: dirname(outside) } },
      ];
      const { result } = await play({
        profile,
        permissionMode: "default",
        script: [calls, ["done"]],
      });
      return result.permissionDenials.map(({ tool_name }) => tool_name);
    },
    answers: { reference: [], "claude-code": ["Read", "Grep", "Glob"] },
  },
  {
    question: "PermissionDenied fires for",
    ask: async (profile) => {
      const reasons = async (more: Play) => {
        const { hookInputs } = await play({
          profile,
          script: [[{ tool: "Bash", input: { command: "touch made" } }], ["done"]],
          ...more,
        });
        return hookInputs.filter((input) => input["hook_event_name"] === "PermissionDenied").length;
      };
      return [
        await reasons({ permissionMode: "auto" }),
        await reasons({ disallowedTools: ["Bash(touch:*)"] }),
        await reasons({ permissionMode: "dontAsk" }),
        await reasons({ permissionMode: "default" }),
        await reasons({
          permissionMode: "default",
          answers: { PreToolUse: { decision: "block" } },
        }),
      ];
    },
    answers: { reference: [1, 1, 1, 1, 0], "claude-code": [1, 0, 0, 0, 0] },
  },
  {
    question: "DirectoryAdded in headless runs",
    ask: async (profile) => {
      const { base } = newFolders();
      const { hookInputs, results } = await play({
        profile,
        additionalDirectories: [base],
        prompts: [`/add-dir ${dirname(base)}`],
        answers: { DirectoryAdded: {} },
      });
      const added = hookInputs.filter((input) => input["hook_event_name"] === "DirectoryAdded");
      return [added.map((input) => input["source"]), results[0]?.result.includes("not available")];
    },
    answers: { reference: [["cli_flag", "slash_command"], false], "claude-code": [[], true] },
  },
  {
    question: "an unknown slash command as a prompt",
    ask: async (profile) => {
      const { result, requests, firedEvents } = await play({ profile, prompt: "/nope please" });
      const sent = requests.map(({ messages }) => userTexts(messages));
      return [sent, result.isError, result.errors, firedEvents.includes("UserPromptSubmit")];
    },
    answers: {
      reference: [[], true, ["unknown command /nope"], false],
      "claude-code": [[["/nope please"]], false, [], true],
      envoy: [[["/nope please"]], false, [], false],
    },
  },
  {
    question: "a hook's directory (P6)",
    ask: async (profile) => {
      const move = { tool: "Bash", input: { command: "mkdir inner && cd inner" } };
      const { cwd, events } = await play({
        profile,
        script: [[move], [move], ["done"]],
        userSettings: {
          hooks: { PostToolUse: [{ matcher: ".*", hooks: [{ type: "command", command: "pwd" }] }] },
        },
      });
      return events.flatMap((event) =>
        event.type === "hook" &&
        event.progress.type === "run-ended" &&
        event.progress.handlerType === "command"
          ? event.progress.run.stdout.text.trim().slice(cwd.length)
          : [],
      );
    },
    answers: {
      reference: ["/inner", "/inner/inner"],
      "claude-code": ["/inner", "/inner/inner"],
      envoy: ["", ""],
    },
  },
  {
    question: "suppressOutput: what is kept of stdout (V5)",
    ask: async (profile) => {
      const answer = { suppressOutput: true, systemMessage: "shown", x: "a note of its own" };
      const hooks = [{ type: "command", command: "sh say.sh" }];
      const records: unknown[] = [];
      const { events } = await play({
        profile,
        files: { ...files, "say.sh": `echo '${JSON.stringify(answer)}'` },
        script: [[read("a.txt")], ["done"]],
        userSettings: { hooks: { PostToolUse: [{ matcher: ".*", hooks }] } },
        trace: (record) => void records.push(record),
      });
      const shown = JSON.stringify(events.filter(({ type }) => type === "notice"));
      const kept = JSON.stringify([events.filter(({ type }) => type !== "notice"), records]);
      return [shown.includes("shown"), kept.includes("a note of its own")];
    },
    answers: { reference: [true, true], "claude-code": [true, true], envoy: [true, false] },
  },
  {
    question: "plain stdout of UserPromptExpansion reaches the model",
    ask: async (profile) => {
      const { requests } = await play({
        profile,
        files: { ".claude/commands/fix.md": "Fix it." },
        userSettings: printing("UserPromptExpansion", "by the way"),
        prompt: "/fix",
      });
      return userTexts(requests[0]?.messages ?? [])
        .join()
        .includes("by the way");
    },
    answers: { reference: false, "claude-code": true, envoy: false },
  },
  {
    question: "a prompt hook that cannot run on SessionStart is recorded as skipped",
    ask: async (profile) => {
      const hooks = [{ type: "prompt", prompt: "fine?" }];
      const { events } = await play({
        profile,
        userSettings: { hooks: { SessionStart: [{ hooks }] } },
      });
      return events.flatMap((event) =>
        event.type === "hook" && event.progress.type === "run-skipped" && event.progress.recorded
          ? [`${event.progress.event}:${event.progress.subject} ${event.progress.handlerType}`]
          : [],
      );
    },
    answers: { reference: [], "claude-code": ["SessionStart:startup prompt"], envoy: [] },
  },
  {
    question: "texts of SessionStart and the first prompt (V1)",
    ask: async (profile) => {
      const userSettings = printing("SessionStart", "welcome");
      return userMessages((await play({ profile, userSettings, prompts: ["one"] })).events);
    },
    answers: {
      reference: [['<hook event="SessionStart">\nwelcome\n</hook>', "one"]],
      "claude-code": [['<hook event="SessionStart">\nwelcome\n</hook>', "one"]],
      envoy: [["welcome\n\none"]],
    },
  },
  {
    question: "texts of SessionStart after /clear (V1)",
    ask: async (profile) => {
      const userSettings = printing("SessionStart", "welcome");
      const { events } = await play({ profile, userSettings, prompts: ["/clear", "one"] });
      return userMessages(events).join().includes("welcome");
    },
    answers: { reference: true, "claude-code": true, envoy: false },
  },
  {
    question: "SessionStart output already in a resumed transcript",
    ask: async (profile) => {
      const first = await play({ profile, answers: { SessionStart: hello } });
      const second = await play({
        in: first,
        profile,
        session: { kind: "continue" },
        answers: { SessionStart: hello },
      });
      const texts = userTexts(second.requests[0]?.messages ?? []);
      return texts.filter((text) => text.includes("welcome")).length;
    },
    answers: { reference: 2, "claude-code": 1 },
  },
  {
    question: "fork",
    ask: async (profile) => {
      const first = await play({ profile });
      const session = { kind: "continue", fork: true } as const;
      return (await play({ in: first, profile, session })).hookInputs[0]?.["source"];
    },
    answers: { reference: "resume", "claude-code": "fork" },
  },
  {
    question: "what a stop ends (V2)",
    ask: async (profile) => {
      const answer = { continue: false, stopReason: "enough" };
      const { result } = await saidAfterRead(profile, answer);
      return [result.subtype, result.isError, result.result];
    },
    answers: {
      reference: ["success", false, ""],
      "claude-code": ["success", false, ""],
      envoy: ["error_during_execution", true, "enough"],
    },
  },
  {
    question: "calls of one answer (V2)",
    ask: async (profile) => {
      const { events } = await saidAfterRead(profile, {});
      return events.flatMap(stepsOfCalls);
    },
    answers: {
      reference: ["started", "started", "hooks", "hooks", "results"],
      "claude-code": ["started", "started", "hooks", "hooks", "results"],
      envoy: ["started", "started", "results", "hooks", "hooks"],
    },
  },
  {
    question: "context after a tool call (V3)",
    ask: async (profile) => {
      const answer = specific("PostToolUse", { additionalContext: "note" });
      const script = [[read("a.txt")], ["done"]];
      const [, results, ...own] = userMessages(
        (await saidAfterRead(profile, answer, { script })).events,
      );
      return [results?.join().includes("note"), own];
    },
    answers: {
      reference: [true, []],
      "claude-code": [true, []],
      envoy: [false, [["note"]]],
    },
  },
  {
    question: "names of tools (V11)",
    ask: async (profile) => {
      const call = { tool: "Write", input: { file_path: "new.txt", content: "text" } };
      const { hookInputs } = await play({ profile, script: [[call], ["done"]] });
      const after = hookInputs.find((input) => input["hook_event_name"] === "PostToolUse");
      return [after?.["tool_name"], Object.keys(Object(after?.["tool_input"]))];
    },
    answers: {
      reference: ["Write", ["file_path", "content"]],
      "claude-code": ["Write", ["file_path", "content"]],
      envoy: ["filesystem_write_file", ["path", "content"]],
    },
  },
  {
    question: "a change in plan mode (G1)",
    ask: async (profile) => {
      const call = { tool: "Write", input: { file_path: "new.txt", content: "text" } };
      const { firedEvents, result } = await play({
        profile,
        permissionMode: "plan",
        script: [[call], ["done"]],
        answers: {
          PreToolUse: specific("PreToolUse", { permissionDecision: "allow" }),
          PermissionRequest: specific("PermissionRequest", { decision: { behavior: "allow" } }),
        },
      });
      return [firedEvents.includes("PermissionRequest"), result.permissionDenials.length];
    },
    answers: { reference: [false, 1], "claude-code": [true, 0] },
  },
  {
    question: "interrupted tool (E6)",
    ask: async (profile) => {
      let interrupt = () => {};
      const { hookInputs } = await play({
        profile,
        script: [[{ tool: "Bash", input: { command: "echo started; sleep 600" } }], ["done"]],
        onOpen: (session) => {
          interrupt = session.interrupt;
        },
        spawn(program, args, options) {
          const child = spawn(program, args, options);
          child.stdout?.once("data", interrupt);
          return child;
        },
      });
      return hookInputs.flatMap(({ hook_event_name, is_interrupt = false }) =>
        String(hook_event_name).startsWith("PostTool") ? [[hook_event_name, is_interrupt]] : [],
      );
    },
    answers: { reference: [["PostToolUseFailure", true]], "claude-code": [] },
  },
  {
    question: "changed settings (C7)",
    ask: changedSettings,
    answers: { reference: ["old", "old"], "claude-code": ["old", "new"] },
  },
]);

/** Which hooks heard of two calls, when the user's settings change during the first. */
async function changedSettings(profile: ProfileName) {
  const seen = Promise.withResolvers<object>();
  const settings = (name: string) => ({
    hooks: { PreToolUse: [{ hooks: [{ type: "command", command: `echo ${name}` }] }] },
  });
  const { events } = await play({
    profile,
    files,
    script: [[read("a.txt")], [read("b.txt")], ["done"]],
    userSettings: settings("old"),
    answers: {
      PreToolUse: [changeUserSettings(settings("new")), {}],
      PostToolUse: [() => seen.promise, {}],
    },
    emit: (event) => {
      if (event.type === "notice" && event.text.includes("settings.json")) seen.resolve({});
    },
  });
  return events.flatMap((event) =>
    event.type === "hook" && event.progress.type === "run-ended" && event.progress.run.stdout.text
      ? [event.progress.run.stdout.text.trim()]
      : [],
  );
}

testQuestions([
  {
    question: "a prompt of a driver that arrives while tools run",
    ask: async (profile) => {
      const queued = ["and this"];
      const { newTexts } = await play({
        profile,
        files,
        script: [[read("a.txt")], ["done"]],
        takeQueued: () => queued.splice(0),
      });
      return JSON.stringify(newTexts[1]).includes("and this");
    },
    answers: { reference: false, "claude-code": true },
  },
]);
