import { type EventName, eventNames, profiles } from "@snaphook/protocol";
import { lateMessages } from "../interpret/late-messages.ts";
import {
  answer,
  decide,
  eventNamed,
  messageRows,
  outcomeOf,
  type RunExample,
  runOf,
  verdictOf,
} from "../testing/read-run.ts";
import { actionOf, decisionOf, kindsSeenBy, testQuestions } from "../testing/section-12.ts";

const stop = '{"continue":false,"stopReason":"enough"}';
const block = '{"decision":"block","reason":"no"}';
const late = { how: "timedOut", limitMs: 1 } as const;
const prompt = { type: "prompt", prompt: "Fine?" } as const;
const asked = (said: unknown, more: object = {}): RunExample => ({
  handler: { ...prompt, ...more },
  end: { how: "answered" },
  answer: said,
});

testQuestions([
  {
    question: "defer (F1)",
    ask: (profile) => actionOf("PreToolUse", profile, { stdout: decide("defer") }),
    answers: { reference: "proceed, then continue", "claude-code": "defer" },
  },
  {
    question: "continue: false counts on (F3)",
    ask: (profile) => {
      const { events } = profiles[profile];
      const there = events === "all" ? eventNames : events;
      return there.filter((name) => actionOf(name, profile, { stdout: stop }).includes("stop"));
    },
    answers: {
      reference: eventNames,
      "claude-code": [
        "UserPromptSubmit",
        "PreToolUse",
        "PostToolUse",
        "SubagentStop",
        "Stop",
        "PostToolBatch",
      ],
      envoy: ["PostToolUse"],
    },
  },
  {
    question: "PreToolUse continue: false (F3)",
    ask: (profile) => [
      actionOf("PreToolUse", profile, { stdout: stop }),
      actionOf("PreToolUse", profile, { stdout: decide("allow", {}, JSON.parse(stop)) }),
      actionOf("PreToolUse", profile, { stdout: decide("deny", {}, JSON.parse(stop)) }),
    ],
    answers: {
      reference: ["stop", "stop", "stop"],
      "claude-code": ["proceed, then stop", "proceed, then stop", "refuse, then stop"],
    },
  },
  {
    question: "output printed before a time-out (P10)",
    ask: (profile) =>
      [decide("deny"), decide("allow"), decide("deny").slice(0, -1)].map((stdout) =>
        decisionOf("PreToolUse", profile, { end: late, stdout }),
      ),
    answers: {
      reference: [
        ["deny", "timed-out"],
        ["none", "timed-out"],
        ["none", "timed-out"],
      ],
      "claude-code": [
        ["none", "timed-out"],
        ["none", "timed-out"],
        ["none", "timed-out"],
      ],
    },
  },
  {
    question: "PreCompact block / exit 2 (E14)",
    ask: (profile) => [
      actionOf("PreCompact", profile, { stdout: block }),
      actionOf("PreCompact", profile, { code: 2, stderr: "no" }),
      kindsSeenBy("user", "PreCompact", profile, { code: 2, stderr: "no" }),
      actionOf("PreCompact", profile, { code: 1 }),
      actionOf("PreCompact", profile, {
        code: 1,
        handler: { type: "command", command: "x", onFailure: "block" },
      }),
    ],
    answers: {
      reference: ["proceed", "proceed", ["stderr"], "proceed", "proceed"],
      "claude-code": ["refuse", "refuse", ["reason"], "proceed", "refuse"],
    },
  },
  {
    question: "PreCompact stdout, exit 0 (E14)",
    ask: (profile) =>
      [" keep the plan\n", '{"continue":false}\n', ""].map((stdout) =>
        messageRows(outcomeOf("PreCompact", profile, { stdout }).messages).filter(
          ([audience]) => audience === "model",
        ),
      ),
    answers: {
      reference: [[], [], []],
      "claude-code": [
        [["model", "instructions", " keep the plan\n"]],
        [["model", "instructions", '{"continue":false}\n']],
        [],
      ],
    },
  },
  {
    question: "PreCompact stdout, exit 2: not an instruction",
    ask: (profile) => kindsSeenBy("model", "PreCompact", profile, { code: 2, stdout: "{}" }),
    answers: { reference: [], "claude-code": [] },
  },
  {
    question: "PermissionRequest exit 2 (E4)",
    ask: (profile) => [
      actionOf("PermissionRequest", profile, { code: 2, stderr: "no" }),
      kindsSeenBy("model", "PermissionRequest", profile, { code: 2, stderr: "no" }),
    ],
    answers: { reference: ["deny", ["reason"]], "claude-code": ["ask", []] },
  },
  {
    question: "prompt ok: false (H2)",
    ask: (profile) => [
      actionOf("PreToolUse", profile, asked({ ok: false, reason: "no" })),
      actionOf("PostToolUse", profile, asked({ ok: false, reason: "no" })),
      actionOf("UserPromptSubmit", profile, asked({ ok: false, reason: "no" })),
      actionOf("Stop", profile, asked({ ok: false, reason: "no" })),
      actionOf("Stop", profile, asked({ ok: false, reason: "no", impossible: true })),
      actionOf("PreToolUse", profile, asked({ ok: false }, { continueOnBlock: true })),
      actionOf("PostToolUse", profile, asked({ ok: false }, { continueOnBlock: true })),
    ],
    answers: {
      reference: [
        "refuse, then continue",
        "continue",
        "refuse",
        "continue",
        "continue",
        "refuse, then continue",
        "continue",
      ],
      "claude-code": [
        "refuse, then stop",
        "stop",
        "stop",
        "continue",
        "finish",
        "refuse, then continue",
        "continue",
      ],
    },
  },
  {
    question: "prompt answer {decision, reason, continue?, stopReason?, systemMessage?} (H2)",
    ask: (profile) => {
      const said = asked({
        decision: "block",
        reason: "no",
        continue: false,
        stopReason: "enough",
        systemMessage: "note",
      });
      const { opinion, stop: stopped, failure } = verdictOf("PostToolUse", profile, said);
      return [
        opinion.reason,
        stopped?.reason,
        failure?.kind,
        kindsSeenBy("user", "PostToolUse", profile, said),
        actionOf("TaskCompleted", profile, asked({ decision: "deny" })),
        decisionOf("PreToolUse", profile, asked({ decision: "approve" })),
      ];
    },
    answers: {
      reference: [
        "[Fine?]: no",
        "enough",
        undefined,
        ["system-message", "stop-reason", "reason"],
        "refuse",
        ["allow", "no failure"],
      ],
      "claude-code": [
        undefined,
        undefined,
        "model-error",
        ["failure"],
        "proceed",
        ["none", "model-error"],
      ],
    },
  },
  {
    question: "callback past its limit (H6)",
    ask: (profile) => {
      const handler = { type: "callback", callback: () => ({}), label: "check" } as const;
      const verdict = verdictOf("PreToolUse", profile, { handler, end: late });
      return [
        verdict.opinion.decision,
        verdict.opinion.reason,
        verdict.failure?.kind,
        verdict.recorded,
        actionOf("Stop", profile, { handler, end: late }),
      ];
    },
    answers: {
      reference: ["none", undefined, "timed-out", "cancelled", "finish"],
      "claude-code": [
        "deny",
        "[check]: no answer within its limit",
        "timed-out",
        "cancelled",
        "finish",
      ],
    },
  },
  {
    question: "stopReason reaches (section 9)",
    ask: (profile) =>
      outcomeOf("PostToolUse", profile, { stdout: stop })
        .messages.filter(({ kind }) => kind === "stop-reason")
        .map(({ audience, later }) => [audience, later ?? false]),
    answers: {
      reference: [["user", false]],
      "claude-code": [
        ["user", false],
        ["model", true],
      ],
      envoy: [["user", false]],
    },
  },
  {
    question: "background systemMessage reaches (P12)",
    ask: (profile) => {
      const run = runOf({ stdout: '{"systemMessage":"note","suppressOutput":true}' });
      return lateMessages(
        [{ run, event: eventNamed("PostToolUse"), wakes: false }],
        profiles[profile],
      )
        .filter(({ kind }) => kind === "system-message")
        .map(({ audience, later }) => [audience, later ?? false]);
    },
    answers: {
      reference: [["user", false]],
      "claude-code": [
        ["user", false],
        ["model", true],
      ],
      envoy: [["user", false]],
    },
  },
  {
    question: "text over 10,000 characters: what is cut (P11)",
    ask: (profile) => {
      const long = "x".repeat(10_001);
      const cut = (name: EventName, said: RunExample) =>
        outcomeOf(name, profile, said).messages.some((message) => message.cut === true);
      return [
        cut("SessionStart", { stdout: long }),
        cut("PostToolUse", { stdout: answer("PostToolUse", { additionalContext: long }) }),
        cut("PostToolUse", { stdout: JSON.stringify({ decision: "block", reason: long }) }),
        cut("PreToolUse", { code: 2, stderr: long }),
        cut("SessionStart", { stdout: long.slice(1) }),
      ];
    },
    answers: {
      reference: [true, true, true, true, false],
      "claude-code": [true, true, false, false, false],
      envoy: [false, false, false, false, false],
    },
  },
]);
