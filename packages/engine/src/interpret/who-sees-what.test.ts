import { brand, type EventName, events, type ProfileName } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { answer, decide, outcomeOf, type RunExample } from "../testing/read-run.ts";
import { seenBy } from "../text/seen-by.ts";

/** The texts in each view. */
function views(name: EventName, said: RunExample, profile: ProfileName = "reference") {
  const { messages } = outcomeOf(name, profile, said);
  const texts = (viewer: Parameters<typeof seenBy>[0]) =>
    seenBy(viewer, messages).map(({ text }) => text);
  return {
    model: texts("model"),
    user: texts("user"),
    verbose: texts("verbose"),
    log: texts("log"),
  };
}

const everywhereBut = (text: string, ...without: readonly ("model" | "user" | "verbose")[]) => ({
  model: without.includes("model") ? [] : [text],
  user: without.includes("user") ? [] : [text],
  verbose: without.includes("verbose") ? [] : [text],
  log: [text],
});

const noEffectOn = (name: EventName): string =>
  events[name].canBlock ? "" : `exit 2 has no effect on ${name}, which no hook can refuse: `;

describe("section 9, F6", () => {
  it.each(["SessionStart", "UserPromptSubmit"] as const)(
    "plain stdout, exit 0: to the model on %s, and to the verbose view",
    (name) => {
      expect(views(name, { stdout: "words\n" })).toEqual(everywhereBut("words", "user"));
    },
  );

  it.each(["PreToolUse", "PostToolUse", "Stop", "SubagentStart", "PreCompact"] as const)(
    "plain stdout, exit 0: not to the model on %s",
    (name) => {
      expect(views(name, { stdout: "words\n" })).toEqual(everywhereBut("words", "model", "user"));
    },
  );

  it("stdout of an answer: in the verbose view, unless suppressOutput (A3)", () => {
    expect(views("PostToolUse", { stdout: "{}" })).toEqual(everywhereBut("{}", "model", "user"));
    const stdout = '{"suppressOutput":true}';
    expect(views("PostToolUse", { stdout })).toEqual(
      everywhereBut(stdout, "model", "user", "verbose"),
    );
  });

  it("additionalContext: to the model and the verbose view", () => {
    const stdout = answer("Stop", { additionalContext: "words" }, { suppressOutput: true });
    const { model, user, verbose } = views("Stop", { stdout });
    expect({ model, user, verbose }).toEqual({ model: ["words"], user: [], verbose: ["words"] });
  });

  it("systemMessage, stopReason: to the user, not to the model", () => {
    const stdout = JSON.stringify({
      continue: false,
      stopReason: "enough",
      systemMessage: "note",
      suppressOutput: true,
    });
    expect(views("PostToolUse", { stdout })).toEqual({
      model: [],
      user: ["note", "enough"],
      verbose: ["note", "enough"],
      log: ["note", stdout, "enough"],
    });
  });

  it.each([
    ["PreToolUse", "the call is refused"],
    ["PermissionRequest", "the permission is denied"],
    ["PostToolUse", "the model sees the reason next to the result"],
    ["PostToolUseFailure", "the model sees the reason next to the error"],
    ["Stop", "the agent continues; the reason is its next instruction"],
    ["SubagentStop", "the subagent continues; the reason is its next instruction"],
    ["TeammateIdle", "the teammate continues, with the text as its instruction"],
    ["TaskCompleted", "the completion is refused"],
  ] as const)(
    "deny / block reason, exit 2 stderr: to the model on %s, and one line to the user",
    (name, what) => {
      const full = "[hook.sh]: one\ntwo";
      const line = `hook.sh: ${what}: one…`;
      expect(views(name, { code: 2, stderr: "one\ntwo\n" })).toEqual({
        model: [full],
        user: [line],
        verbose: [full, line],
        log: [full, line],
      });
    },
  );

  it.each([
    "UserPromptSubmit",
    "ConfigChange",
    "SessionStart",
    "Notification",
    "SubagentStart",
    "PreCompact",
    "SessionEnd",
  ] as const)("deny / block reason, exit 2 stderr: in full to the user on %s", (name) => {
    expect(views(name, { code: 2, stderr: "one\ntwo\n" })).toEqual(
      everywhereBut(`[hook.sh]: ${noEffectOn(name)}one\ntwo`, "model"),
    );
  });

  it("deny / block reason in JSON: the same, without the label", () => {
    const denied = decide("deny", { permissionDecisionReason: "a\nb" }, { suppressOutput: true });
    const { model, user } = views("PreToolUse", { stdout: denied });
    expect({ model, user }).toEqual({
      model: ["a\nb"],
      user: ["hook.sh: the call is refused: a…"],
    });
    const blocked = '{"decision":"block","reason":"a\\nb"}';
    expect(views("UserPromptSubmit", { stdout: blocked })).toMatchObject({
      model: [],
      user: ["a\nb"],
    });
    expect(views("PreCompact", { stdout: blocked })).toMatchObject({
      model: [],
      user: [
        "a\nb",
        'hook.sh: "decision": "block" has no effect on PreCompact, which no hook can refuse',
      ],
    });
  });

  it.each(["allow", "ask"])("allow / ask reason (%s): to the user, not to the model", (word) => {
    const stdout = decide(word, { permissionDecisionReason: "because" }, { suppressOutput: true });
    const { model, user, verbose } = views("PreToolUse", { stdout });
    expect({ model, user, verbose }).toEqual({
      model: [],
      user: ["because"],
      verbose: ["because"],
    });
  });

  it("ask reason: in the outcome, for the model when no one can answer (G1)", () => {
    const stdout = decide("ask", { permissionDecisionReason: "sure?" });
    expect(outcomeOf("PreToolUse", "reference", { stdout })).toMatchObject({
      action: "ask",
      reasons: ["sure?"],
    });
  });

  it("other exit: one line to the user with the exit, the first line and how to repeat it", () => {
    const input = JSON.stringify(events.PreToolUse.example["tool_input"]);
    const line = `hook.sh: exit 1: one (to repeat it: ${brand.command} run PreToolUse --tool Bash --input '${input}')`;
    expect(views("PreToolUse", { code: 1, stderr: "one\ntwo\n" })).toEqual({
      model: [],
      user: [line],
      verbose: [line, "exit 1: one\ntwo"],
      log: [line, "exit 1: one\ntwo"],
    });
  });

  it("time-out: one line to the user, stderr in the verbose view", () => {
    const said = { end: { how: "timedOut", limitMs: 500 }, stderr: "slow" } as const;
    const { model, user, verbose } = views("PreToolUse", said);
    expect(model).toEqual([]);
    expect(user).toEqual([expect.stringMatching(/^hook\.sh: no answer within 0\.5 s \(/)]);
    expect(verbose[1]).toBe("no answer within 0.5 s\nslow");
  });

  it("a long label is cut in a line", () => {
    const prompt = `${"Is this fine? ".repeat(20)}\n$ARGUMENTS`;
    const { user } = views("PreToolUse", {
      handler: { type: "prompt", prompt },
      end: { how: "answered" },
      answer: { ok: false, reason: "no" },
    });
    expect(user).toEqual([`${prompt.slice(0, 80)}…: the call is refused: no`]);
  });

  it("control characters are made visible for the user; the model gets the bytes unchanged", () => {
    const text = "a\u001b[31mb\u0007\tc\u202Ed";
    const { model, verbose } = views("SessionStart", { stdout: text });
    expect(model).toEqual([text]);
    expect(verbose).toEqual(["a\\x1b[31mb\\x07\tc\\u{202e}d"]);
    const stdout = JSON.stringify({ systemMessage: "\u001b]0;title\u0007" });
    expect(views("Stop", { stdout }).user).toEqual(["\\x1b]0;title\\x07"]);
  });
});
