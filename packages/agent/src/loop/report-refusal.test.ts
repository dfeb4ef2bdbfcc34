import { expect, it } from "vitest";
import { type Play, play } from "./testing/play.ts";

const bash = (command: string) => ({ tool: "Bash", input: { command } });
const write = { tool: "Write", input: { file_path: "a.txt", content: "a" } };

async function refusalsOf(call: object, more: Play = {}): Promise<readonly string[]> {
  const { events } = await play({ script: [[call], ["done"]], permissionMode: "default", ...more });
  return events.flatMap((event) => (event.type === "notice" ? [event.text] : []));
}

const rules = (permissions: object): Play => ({ userSettings: { permissions } });

const cases: readonly (readonly [string, object, Play, string])[] = [
  [
    "a command that no rule allows",
    bash("npm install left-pad"),
    {},
    "refused: Bash (npm install left-pad): No permission rule allows Bash: npm install left-pad (no one is available to approve it); to allow it: --allowedTools 'Bash(npm install:*)'",
  ],
  [
    "two commands",
    bash("./x 'a b' && ./y -f"),
    {},
    "to allow it: --allowedTools 'Bash(./x:*)' 'Bash(./y:*)'",
  ],
  [
    "a command that no narrow rule can allow",
    bash("./x; eval y"),
    {},
    "to allow it: --allowedTools Bash, which allows every call of Bash (no narrower rule allows it: it is not known what the command runs)",
  ],
  [
    "a redirection",
    bash("make > log.txt"),
    {},
    "to allow it: --allowedTools Bash, which allows every call of Bash (no narrower rule allows it: the command writes to a file with >)",
  ],
  ["an edit", write, {}, "to allow it: --permission-mode acceptEdits"],
  [
    "a deny rule",
    bash("touch a"),
    rules({ deny: ["Bash(touch *)"] }),
    "A permission rule denies this call of Bash: touch a; to allow it: remove the deny rule Bash(touch *)",
  ],
  [
    "a program that is known only when it runs",
    bash("t=touch; $t a"),
    rules({ deny: ["Bash(curl:*)", "Bash(touch:*)"] }),
    "to allow it: remove the deny rules Bash(curl:*), Bash(touch:*)",
  ],
  [
    "an ask rule",
    bash("touch a"),
    rules({ ask: ["Bash(touch:*)"] }),
    "to allow it: remove the ask rule Bash(touch:*)",
  ],
  ["plan mode", write, { permissionMode: "plan" }, "start without --permission-mode plan"],
  ["dontAsk mode", bash("make"), { permissionMode: "dontAsk" }, "--allowedTools 'Bash(make:*)'"],
  [
    "a hook that asks",
    bash("ls"),
    {
      answers: {
        PreToolUse: {
          hookSpecificOutput: {
            hookEventName: "PreToolUse",
            permissionDecision: "ask",
            permissionDecisionReason: "sure?",
          },
        },
      },
    },
    "refused: Bash (ls): sure?; to allow it: let a program answer",
  ],
];

it.each(cases)(
  "G1 a refusal by %s is one line for the user: which call, why, and what would allow it",
  async (_what, call, more, text) => {
    const refusals = await refusalsOf(call, more);
    expect(refusals).toEqual([expect.stringContaining(text)]);
    expect(refusals[0]).not.toContain("\n");
  },
);

const guard = (command: string, more: object = {}): Play => ({
  userSettings: { hooks: { PreToolUse: [{ hooks: [{ type: "command", command, ...more }] }] } },
});

it.each<[string, string, Play]>([
  ["exits with 2", "echo no >&2; exit 2: no", guard("echo no >&2; exit 2")],
  [
    "fails closed",
    'echo oops >&2; exit 1: it failed, and its onFailure is "block": exit 1: oops (to repeat it: ',
    guard("echo oops >&2; exit 1", { onFailure: "block" }),
  ],
])(
  "G1 the refusal of a hook that %s is one line: which call, which hook, why, and how to turn it off",
  async (_what, text, play) => {
    const [line, ...more] = await refusalsOf(bash("ls"), play);
    expect(line).toContain(`refused: Bash (ls): ${text}`);
    expect(line).toMatch(/; to turn this hook off: \w+ hooks disable [0-9a-f]{12}$/);
    expect(more).toEqual([]);
  },
);

it("G1 a hook of --settings is turned off with the same --settings", async () => {
  const { userSettings } = guard("exit 2");
  const [line] = await refusalsOf(bash("ls"), { settings: JSON.stringify(userSettings) });
  expect(line).toMatch(/hooks disable [0-9a-f]{12} with the same --settings$/);
});

it("G1 a hook in code cannot be turned off, and whoever answers questions needs no line", async () => {
  const deny = { decision: "block", reason: "no" };
  const [line, ...more] = await refusalsOf(bash("ls"), { answers: { PreToolUse: deny } });
  expect(line).toMatch(/^refused: Bash \(ls\): .*: no$/);
  expect(more).toEqual([]);
  const ask: Play["ask"] = async () => ({ behavior: "deny", message: "no" });
  expect(await refusalsOf(write, { ask })).toEqual([]);
});

it("a refusal by a hook and one by a rule begin alike: neither is a warning", async () => {
  const refused = async (more: Play) => {
    const { events } = await play({
      script: [[bash("touch a")], ["done"]],
      permissionMode: "default",
      ...more,
    });
    return events.flatMap((event) =>
      event.type === "notice" && event.text.startsWith("refused: Bash (touch a): ")
        ? [event.level]
        : [],
    );
  };
  const hook = { hooks: [{ type: "command", command: "echo no >&2; exit 2" }] };
  expect(await refused({ userSettings: { hooks: { PreToolUse: [hook] } } })).toEqual(["info"]);
  expect(await refused(rules({ deny: ["Bash(touch *)"] }))).toEqual(["info"]);
});

it("outcomes and notices about a call name the call", async () => {
  const { events } = await play({
    script: [[bash("ls")], ["done"]],
    hooks: {
      PreToolUse: [{ hooks: [() => ({ decision: "block", reason: "no", systemMessage: "hm" })] }],
    },
  });
  const ids = events.flatMap((event) => (event.type === "tool-started" ? [event.id] : []));
  const named = events.flatMap((event) =>
    (event.type === "outcome" && event.outcome.event === "PreToolUse") || event.type === "notice"
      ? [[event.type, event.callId]]
      : [],
  );
  expect(named).toEqual([
    ["outcome", ids[0]],
    ["notice", ids[0]],
    ["notice", ids[0]],
  ]);
});
