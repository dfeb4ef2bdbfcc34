import { expect, it } from "vitest";
import { type Play, play } from "./testing/play.ts";

const bash = (command: string) => ({ tool: "Bash", input: { command } });
const write = { tool: "Write", input: { file_path: "a.txt", content: "a" } };

async function refusalsOf(call: object, more: Play = {}): Promise<readonly string[]> {
  const { events } = await play({ script: [[call], ["done"]], permissionMode: "default", ...more });
  return events.flatMap((event) =>
    event.type === "notice" && event.text.startsWith("refused: ") ? [event.text] : [],
  );
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
    "a command that no rule can allow",
    bash("./x; eval y"),
    {},
    "to allow it: --permission-mode bypassPermissions, which allows everything",
  ],
  ["an edit", write, {}, "to allow it: --permission-mode acceptEdits"],
  [
    "a deny rule",
    bash("touch a"),
    rules({ deny: ["Bash(touch *)"] }),
    "A permission rule denies this call of Bash: touch a; to allow it: remove the deny rule Bash(touch *)",
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

it("G1 a hook that refuses has its own line, and whoever answers questions needs none", async () => {
  const deny = { decision: "block", reason: "no" };
  expect(await refusalsOf(bash("ls"), { answers: { PreToolUse: deny } })).toEqual([]);
  const ask: Play["ask"] = async () => ({ behavior: "deny", message: "no" });
  expect(await refusalsOf(write, { ask })).toEqual([]);
});
