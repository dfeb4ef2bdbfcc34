import { eventNames, type Handler, type ProfileName } from "@snaphook/protocol";
import { answer, decide, outcomeOf, type RunExample, verdictOf } from "../testing/read-run.ts";
import { decisionOf, kindsSeenBy, testQuestions } from "../testing/section-12.ts";

const because = { permissionDecisionReason: "json" };
const broken = '{"continue":"no"}';
const block = '{"decision":"block","reason":"no"}';

/** One hook of each type that settings may name. */
const failing: readonly Handler[] = [
  { type: "command", command: "guard" },
  { type: "http", url: "http://localhost/" },
  { type: "prompt", prompt: "Fine?" },
  { type: "agent", prompt: "Fine?" },
  { type: "mcp_tool", server: "s", tool: "t" },
];
const late = { how: "timedOut", limitMs: 1 } as const;

testQuestions([
  {
    question: "JSON with exit 1 (A2)",
    ask: (profile) => decisionOf("PreToolUse", profile, { code: 1, stdout: decide("deny") }),
    answers: { reference: ["none", "exit-code"], "claude-code": ["deny", "exit-code"] },
  },
  {
    question: "JSON with exit 1 on PostToolUse (V6)",
    ask: (profile) => decisionOf("PostToolUse", profile, { code: 1, stdout: block }),
    answers: {
      reference: ["none", "exit-code"],
      "claude-code": ["deny", "exit-code"],
      envoy: ["deny", "exit-code"],
    },
  },
  {
    question: "exit 2 with a JSON deny: whose reason (A2)",
    ask: (profile) =>
      verdictOf("PreToolUse", profile, { code: 2, stderr: "err", stdout: decide("deny", because) })
        .opinion.reason,
    answers: { reference: "[hook.sh]: err", "claude-code": "json" },
  },
  {
    question: "exit 2 with a JSON allow: still blocked, stderr",
    ask: (profile) =>
      verdictOf("PreToolUse", profile, { code: 2, stderr: "err", stdout: decide("allow", because) })
        .opinion.reason,
    answers: { reference: "[hook.sh]: err", "claude-code": "[hook.sh]: err" },
  },
  {
    question: "exit 2 with JSON: the other fields of the answer",
    ask: (profile) => {
      const stdout = JSON.stringify({ systemMessage: "note", continue: false });
      const { messages, stop: stopped } = verdictOf("PreToolUse", profile, { code: 2, stdout });
      return [stopped?.reason, messages.some(({ kind }) => kind === "system-message")];
    },
    answers: { reference: [undefined, false], "claude-code": ["Stopped by hook", true] },
  },
  {
    question: "exit 2 with JSON on an event that cannot block: stderr to the user",
    ask: (profile) =>
      kindsSeenBy("user", "SessionStart", profile, { code: 2, stderr: "err", stdout: "{}" }),
    answers: { reference: ["stderr"], "claude-code": ["stderr"], envoy: ["failure"] },
  },
  {
    question: "exit 2 is special",
    ask: (profile) => actionReasons("PostToolUse", profile, { code: 2, stderr: "no" }),
    answers: {
      reference: ["[hook.sh]: no"],
      "claude-code": ["[hook.sh]: no"],
      envoy: [],
    },
  },
  {
    question: "SessionStart stdout can be JSON (V1)",
    ask: (profile) =>
      kindsSeenBy("model", "SessionStart", profile, {
        stdout: answer("SessionStart", { additionalContext: "words" }),
      }),
    answers: { reference: ["context"], "claude-code": ["context"], envoy: ["stdout"] },
  },
  {
    question: "JSON that fails its schema (A4)",
    ask: (profile) => [
      kindsSeenBy("model", "SessionStart", profile, { stdout: broken }),
      decisionOf("PostToolUse", profile, { stdout: broken }),
    ],
    answers: {
      reference: [["stdout"], ["none", "invalid-output"]],
      "claude-code": [[], ["none", "invalid-output"]],
      envoy: [["stdout"], ["none", "invalid-output"]],
    },
  },
  {
    question: "JSON that fails its schema, with exit 1",
    ask: (profile) => decisionOf("PostToolUse", profile, { code: 1, stdout: broken }),
    answers: {
      reference: ["none", "exit-code"],
      "claude-code": ["none", "invalid-output"],
      envoy: ["none", "exit-code"],
    },
  },
  {
    question: "several JSON lines",
    ask: (profile) => decisionOf("PostToolUse", profile, { stdout: `${block}\n${block}` }),
    answers: {
      reference: ["none", "no failure"],
      "claude-code": ["none", "invalid-output"],
      envoy: ["none", "no failure"],
    },
  },
  {
    question: "decision words (A6)",
    ask: (profile) =>
      ["approve", "block", "allow", "deny"].filter(
        (word) =>
          !verdictOf("PostToolUse", profile, { stdout: JSON.stringify({ decision: word }) })
            .failure,
      ),
    answers: {
      reference: ["approve", "block", "allow", "deny"],
      "claude-code": ["approve", "block"],
      envoy: ["block"],
    },
  },
  {
    question: "onFailure by type of hook (H8)",
    ask: (profile) =>
      failing
        .filter((handler) => {
          const said = { handler: { ...handler, onFailure: "block" } as Handler, end: late };
          return verdictOf("PreToolUse", profile, said).opinion.decision === "deny";
        })
        .map(({ type }) => type),
    answers: {
      reference: ["command", "http", "prompt", "agent", "mcp_tool"],
      "claude-code": ["command", "http"],
      envoy: [],
    },
  },
  {
    question: "plain stdout to the model (A2)",
    ask: (profile) =>
      eventNames.filter((name) =>
        kindsSeenBy("model", name, profile, { stdout: "x" }).includes("stdout"),
      ),
    answers: {
      reference: ["SessionStart", "UserPromptSubmit"],
      "claude-code": ["SessionStart", "UserPromptSubmit", "UserPromptExpansion"],
      envoy: ["SessionStart"],
    },
  },
]);

/** What stands beside a result. */
function actionReasons(name: "PostToolUse", profile: ProfileName, said: RunExample) {
  const outcome = outcomeOf(name, profile, said);
  return outcome.action === "continue" ? outcome.reasons : outcome.reason;
}
