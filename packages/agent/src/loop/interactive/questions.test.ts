import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { QuestionClosed } from "@snaphook/engine";
import { describe, expect, it } from "vitest";
import type { AgentEvent } from "../agent-event.ts";
import type { PermissionQuestion, PermissionReply } from "../agent-options.ts";
import { newFolders, type Play, play, specific } from "../testing/play.ts";

const bash = (command: string) => ({ tool: "Bash", input: { command } });
const interactive = { headless: false, permissionMode: "default" } as const;
const no = { behavior: "deny", interrupt: true } as const;

/** A session at a terminal; the user answers one question after the other. */
async function atTerminal(
  replies: readonly PermissionReply[],
  {
    replyTo,
    ...options
  }: Play & {
    readonly prompts?: readonly string[];
    readonly replyTo?: (question: PermissionQuestion) => PermissionReply;
  },
) {
  const questions: PermissionQuestion[] = [];
  const played = await play({
    ...interactive,
    ...options,
    ask: async (question) => {
      questions.push(question);
      return replyTo?.(question) ?? replies[questions.length - 1] ?? no;
    },
  });
  return { ...played, questions };
}

const profiles = ["reference", "claude-code"] as const;
const duringTurn = (events: readonly string[]) =>
  events.slice(events.indexOf("UserPromptSubmit") + 1, events.lastIndexOf("SessionEnd"));

it("a question says which other hooks failed before the user answers it", async () => {
  const hook = (command: string) => ({ hooks: [{ type: "command", command }] });
  const { questions } = await atTerminal([no], {
    userSettings: { hooks: { PreToolUse: [hook("echo broken >&2; exit 1")] } },
    script: [[bash("touch made")], ["done"]],
  });
  expect(questions[0]?.troubles).toMatchObject([
    { kind: "failure", text: expect.stringContaining("exit 1: broken") },
  ]);
});

describe.each(profiles)("the answer of the user, %s", (profile) => {
  it("yes: the call runs, and a note follows its result", async () => {
    const { newTexts, firedEvents } = await atTerminal(
      [{ behavior: "allow", note: "and be quick" }],
      { profile, script: [[bash("touch made; echo out")], ["done"]] },
    );
    expect(newTexts[1]).toEqual([expect.stringContaining("out"), "and be quick"]);
    expect(duringTurn(firedEvents)).toEqual([
      "PreToolUse",
      "PermissionRequest",
      "PostToolUse",
      "PostToolBatch",
      "Stop",
    ]);
  });

  it("no with words: the model reads them, and the turn goes on without PostToolUse", async () => {
    const { newTexts, firedEvents, cwd } = await atTerminal(
      [{ behavior: "deny", message: "use another name" }],
      { profile, script: [[bash("touch made")], ["done"]] },
    );
    expect(newTexts[1]?.[0]).toContain("use another name");
    expect(duringTurn(firedEvents).filter((name) => name !== "PermissionDenied")).toEqual([
      "PreToolUse",
      "PermissionRequest",
      "PostToolBatch",
      "Stop",
    ]);
    expect(existsSync(join(cwd, "made"))).toBe(false);
  });

  it("E16 no: the turn is interrupted, no further hook runs, and the model reads it with the next prompt", async () => {
    const { results, newTexts, firedEvents } = await atTerminal([no], {
      profile,
      prompts: ["first", "second"],
      script: [[bash("touch made"), bash("touch other")], ["done"]],
    });
    expect(results.map(({ terminalReason }) => terminalReason)).toEqual([
      "aborted_tools",
      "completed",
    ]);
    expect(firedEvents.slice(2, 5)).toEqual([
      "PreToolUse",
      "PermissionRequest",
      "UserPromptSubmit",
    ]);
    expect(newTexts[1]?.join("\n")).toContain("the user said no");
    expect(newTexts[1]?.join("\n")).toContain("interrupted you here");
  });

  it("E25 of two calls the second waits for the first; if it is refused, there is no PostToolBatch and no Stop", async () => {
    const { firedEvents, hookInputs } = await atTerminal([{ behavior: "allow" }, no], {
      profile,
      script: [[bash("touch one"), bash("touch two")], ["done"]],
    });
    expect(duringTurn(firedEvents)).toEqual([
      "PreToolUse",
      "PermissionRequest",
      "PostToolUse",
      "PreToolUse",
      "PermissionRequest",
    ]);
    const request = hookInputs.find(({ hook_event_name: name }) => name === "PermissionRequest");
    expect(request).not.toHaveProperty("tool_use_id");
  });

  it("G7 a no to a subagent is only an error for it", async () => {
    const { firedEvents, questions } = await atTerminal([no], {
      profile,
      script: {
        main: [[{ tool: "Agent", input: { description: "d", prompt: "p" } }], ["done"]],
        subagent: [[bash("touch made")], ["all right"]],
        after: "done",
      },
      afterPrompts: async (session) => {
        if (await session.waitForAgents()) await session.reportAgents();
      },
    });
    expect(questions[0]?.agent).toEqual({ id: expect.any(String), type: "general-purpose" });
    expect(firedEvents).toContain("SubagentStop");
    expect(firedEvents.filter((name) => name === "PostToolBatch")).toHaveLength(2);
  });
});

const noticesOf = (events: readonly AgentEvent[]) =>
  events.flatMap((event) => (event.type === "notice" ? [event.text] : []));
const localSettings = (cwd: string) => join(cwd, ".claude/settings.local.json");

describe("what a question shows", () => {
  it("G6 the rule of always and its file; once chosen, it is written and nothing is asked again", async () => {
    const { questions, cwd, firedEvents } = await atTerminal([], {
      script: [[bash("git add a")], [bash("git add b")], ["done"]],
      replyTo: ({ offers }) => ({
        behavior: "allow",
        updatedPermissions: offers.map(({ update }) => update),
      }),
    });
    expect(questions).toHaveLength(1);
    expect(questions[0]).toMatchObject({
      askedBy: { kind: "nothing-allows-it" },
      reasons: [],
      offers: [{ rules: ["Bash(git add:*)"], file: localSettings(cwd) }],
    });
    expect(questions[0]).not.toHaveProperty("agent");
    expect(JSON.parse(readFileSync(localSettings(cwd), "utf8"))).toEqual({
      permissions: { allow: ["Bash(git add:*)"] },
    });
    expect(firedEvents.filter((name) => name === "PermissionRequest")).toHaveLength(1);
  });

  it("G6 T5 what always writes while the command runs is not reported as the command's work", async () => {
    const { questions, events, cwd } = await atTerminal([], {
      script: [[bash("mkdir made; sleep 0.5")], ["done"]],
      replyTo: ({ offers }) => ({
        behavior: "allow",
        updatedPermissions: offers.map(({ update }) => update),
      }),
    });
    expect(questions).toHaveLength(1);
    expect(existsSync(localSettings(cwd))).toBe(true);
    expect(noticesOf(events)).toEqual([]);
  });

  it.each(profiles)(
    "G6 T6 always is not a change from outside: no ConfigChange, and the next session knows it, %s",
    async (profile) => {
      const always = ({ offers }: PermissionQuestion): PermissionReply => ({
        behavior: "allow",
        updatedPermissions: offers.map(({ update }) => update),
      });
      const seen = Promise.withResolvers<void>();
      const folders = newFolders();
      const first = await atTerminal([], {
        in: folders,
        profile,
        script: [[bash("git add a")], ["done"]],
        replyTo: always,
        userSettings: {},
        answers: {
          ConfigChange: ({ file_path: file }) => {
            if (String(file).includes("home")) seen.resolve();
            return {};
          },
        },
        // When the change of another file is found, that of the rule would be found too.
        afterPrompts: async () => {
          writeFileSync(join(folders.home, ".claude/settings.json"), '{"model": "m"}');
          await seen.promise;
        },
      });
      const changes = first.hookInputs.filter(
        ({ hook_event_name: name }) => name === "ConfigChange",
      );
      expect(changes.map(({ source }) => source)).toEqual(["user_settings"]);
      expect(noticesOf(first.events).filter((text) => text.includes("settings.local"))).toEqual([]);
      const second = await atTerminal([], {
        profile,
        in: first,
        script: [[bash("git add b")], ["done"]],
      });
      expect(second.questions).toEqual([]);
      expect(noticesOf(second.events)).toEqual([]);
    },
  );

  it("T1 a file that someone else changed too is not accepted with the rule", async () => {
    const seen = Promise.withResolvers<void>();
    const folders = newFolders();
    const { hookInputs } = await atTerminal([], {
      in: folders,
      profile: "claude-code",
      script: [[bash("git add a")], ["done"]],
      replyTo: ({ offers }) => ({
        behavior: "allow",
        updatedPermissions: offers.map(({ update }) => update),
      }),
      answers: {
        PreToolUse: () => {
          mkdirSync(join(folders.cwd, ".claude"));
          writeFileSync(localSettings(folders.cwd), '{"env": {"A": "1"}}');
          return {};
        },
        ConfigChange: () => {
          seen.resolve();
          return {};
        },
      },
      afterPrompts: () => seen.promise,
    });
    expect(hookInputs).toContainEqual(
      expect.objectContaining({ hook_event_name: "ConfigChange", source: "local_settings" }),
    );
  });

  it("T6 a rule that a hook chose is in force, and the user reads that the file is not trusted", async () => {
    const update = {
      type: "addRules",
      rules: [{ toolName: "Bash", ruleContent: "git add:*" }],
      behavior: "allow",
      destination: "localSettings",
    };
    const decision = { behavior: "allow", updatedPermissions: [update] };
    const { events, questions } = await atTerminal([], {
      script: [[bash("git add a")], [bash("git add b")], ["done"]],
      answers: { PermissionRequest: specific("PermissionRequest", { decision }) },
      headless: true,
    });
    expect(questions).toEqual([]);
    expect(noticesOf(events)).toEqual([
      expect.stringContaining("other sessions ignore it until the file is trusted"),
    ]);
  });

  it("G6 for an edit: acceptEdits in this session, from PostToolUse on", async () => {
    const { questions, hookInputs } = await atTerminal([], {
      script: [[{ tool: "Write", input: { file_path: "a", content: "x" } }], ["done"]],
      replyTo: ({ offers }) => ({
        behavior: "allow",
        updatedPermissions: offers.map(({ update }) => update),
      }),
    });
    expect(questions[0]?.offers).toEqual([
      { update: { type: "setMode", mode: "acceptEdits", destination: "session" }, rules: [] },
    ]);
    const modes = hookInputs.flatMap(({ hook_event_name: name, permission_mode: mode }) =>
      name === "PermissionRequest" || name === "PostToolUse" ? [mode] : [],
    );
    expect(modes).toEqual(["default", "acceptEdits"]);
  });

  it("F2 the hook that asks and rewrites, the original input, and no offers", async () => {
    const { questions, hookInputs } = await atTerminal([{ behavior: "allow" }], {
      script: [[bash("rm a")], ["done"]],
      answers: {
        PreToolUse: specific("PreToolUse", {
          permissionDecision: "ask",
          permissionDecisionReason: "sure?",
          updatedInput: { command: "rm -i a" },
        }),
      },
    });
    const hook = expect.objectContaining({ label: "callback" });
    expect(questions[0]).toMatchObject({
      call: { name: "Bash", input: { command: "rm -i a" } },
      askedBy: { kind: "hooks", hooks: [hook] },
      reasons: ["sure?"],
      rewritten: { original: { command: "rm a" }, by: [hook] },
      suggestions: [],
      offers: [],
    });
    const request = hookInputs.find(({ hook_event_name: name }) => name === "PermissionRequest");
    expect(request).not.toHaveProperty("permission_suggestions");
    const batch = hookInputs.find(({ hook_event_name: name }) => name === "PostToolBatch");
    expect(batch).toMatchObject({ tool_calls: [{ tool_input: { command: "rm a" } }] });
  });

  it("G1 the ask rule that beats a hook's allow", async () => {
    const { questions } = await atTerminal([{ behavior: "allow" }], {
      script: [[bash("git push")], ["done"]],
      userSettings: { permissions: { ask: ["Bash(git push:*)"] } },
      answers: { PreToolUse: specific("PreToolUse", { permissionDecision: "allow" }) },
    });
    expect(questions[0]).toMatchObject({
      askedBy: { kind: "host", rule: "Bash(git push:*)" },
      offers: [],
    });
  });
});

it("section 12: at a terminal defer is no opinion: the rules decide, other hooks' answers count, and the user reads that", async () => {
  const deciding = (permissionDecision: "defer" | "ask") => ({
    hooks: [
      () => ({ hookSpecificOutput: { hookEventName: "PreToolUse" as const, permissionDecision } }),
    ],
  });
  const asked = await atTerminal([{ behavior: "allow" }], {
    profile: "claude-code",
    permissionMode: "bypassPermissions",
    script: [[bash("touch made")], ["done"]],
    hooks: { PreToolUse: [deciding("defer"), deciding("ask")] },
  });
  expect(asked.questions[0]?.askedBy.kind).toBe("hooks");
  expect(noticesOf(asked.events)).toContainEqual(
    expect.stringContaining("defer has no effect here, because the user can be asked"),
  );
  const allowed = await atTerminal([], {
    profile: "claude-code",
    permissionMode: "bypassPermissions",
    script: [[bash("touch made")], ["done"]],
    hooks: { PreToolUse: [deciding("defer")] },
  });
  expect(allowed.questions).toEqual([]);
  expect(existsSync(join(allowed.cwd, "made"))).toBe(true);
});

describe("E4 a question and its PermissionRequest hooks at the same time", () => {
  const hook = (script: string) => ({
    userSettings: {
      hooks: { PermissionRequest: [{ hooks: [{ type: "command", command: script }] }] },
    },
  });
  const decision = (fields: object) =>
    JSON.stringify(specific("PermissionRequest", { decision: fields }));

  it("a hook that is first closes the question, which says by whom", async () => {
    const closed: unknown[] = [];
    const { cwd } = await play({
      ...interactive,
      ...hook(`echo '${decision({ behavior: "allow" })}'`),
      script: [[bash("touch made")], ["done"]],
      ask: ({ signal }) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener("abort", () => {
            closed.push(signal.reason);
            reject(signal.reason);
          }),
        ),
    });
    expect(closed).toEqual([expect.any(QuestionClosed)]);
    expect(closed[0]).toMatchObject({
      answer: "allowed",
      message: expect.stringMatching(/^allowed by PermissionRequest hook echo/),
    });
    expect(existsSync(join(cwd, "made"))).toBe(true);
  });

  it("if the user is first, the hook's process runs on; its answer comes too late, and the user reads that", async () => {
    const late = Promise.withResolvers<void>();
    const { events, cwd } = await atTerminal([{ behavior: "allow" }], {
      ...hook(
        `while [ ! -e made ]; do sleep 0.05; done; echo x > answered; echo '${decision({ behavior: "deny" })}'`,
      ),
      script: [[bash("touch made")], ["done"]],
      emit: (event) => {
        if (event.type === "notice" && event.text.includes("has no effect")) late.resolve();
      },
      afterPrompts: () => late.promise,
    });
    expect(existsSync(join(cwd, "answered"))).toBe(true);
    expect(events).toContainEqual(
      expect.objectContaining({
        type: "notice",
        text: expect.stringMatching(
          /^while .*: the answer of this PermissionRequest hook has no effect, because the user had answered the question about Bash before$/,
        ),
      }),
    );
  });

  it("a hook that is still running when the session ends is ended with it", async () => {
    const { events, cwd } = await atTerminal([{ behavior: "allow" }], {
      ...hook("sleep 60; echo x > answered"),
      script: [[bash("touch made")], ["done"]],
    });
    expect(existsSync(join(cwd, "made"))).toBe(true);
    expect(existsSync(join(cwd, "answered"))).toBe(false);
    expect(noticesOf(events)).toEqual([expect.stringContaining("cancelled by the host")]);
  });
});
