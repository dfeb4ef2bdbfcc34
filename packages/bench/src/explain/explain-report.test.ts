import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHooks } from "@snaphook/engine";
import type { ProfileName } from "@snaphook/protocol";
import { expect, it, onTestFinished } from "vitest";
import { explainReport } from "./explain-report.ts";
import { printExplanation } from "./print-explanation.ts";

/** The explanation of PreToolUse for these hooks of the user. */
async function explained(hooks: readonly object[], profile: ProfileName = "reference") {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "explain-")));
  mkdirSync(join(home, ".claude"));
  const settings = { hooks: { PreToolUse: [{ hooks }] } };
  writeFileSync(join(home, ".claude/settings.json"), JSON.stringify(settings));
  const session = { cwd: home, home, managedFile: join(home, "none.json"), sessionId: "s" };
  const opened = await createHooks({ ...session, settingSources: ["user"], profile });
  onTestFinished(async () => void (await opened.close()));
  const call = { tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "1" };
  const explanation = await opened.explain("PreToolUse", call);
  const report = await explainReport(explanation, opened, (named) => named ?? "small-1");
  const lines = printExplanation(report).split("\n");
  return { report, how: lines.filter((line) => /^ +(?:runs|asks|note) /.test(line)) };
}

it("H2 explain names the model that a prompt or agent hook asks", async () => {
  const { report, how } = await explained([
    { type: "prompt", prompt: "Safe?" },
    { type: "agent", prompt: "Sure?", model: "opus" },
    { type: "http", url: "http://localhost/" },
  ]);
  expect(report.hooks.map(({ model }) => model)).toEqual(["small-1", "opus", null]);
  expect(how).toEqual(["    asks   small-1", "    asks   opus"]);
});

it("P5 explain says which shell runs a command, and what it may not understand", async () => {
  const hooks = [
    { type: "command", command: "[[ a ]] && exit 2" },
    { type: "command", command: "node guard.js" },
    { type: "command", command: "node", args: ["guard.js"] },
  ];
  const reference = await explained(hooks);
  expect(reference.how).toEqual([
    expect.stringMatching(/^ {4}runs {3}in \/.*\/bash$/),
    "    runs   in /bin/sh",
  ]);
  const recorded = await explained(hooks, "claude-code");
  expect(recorded.how[0]).toMatch(/\/bin\/sh, which may not have \[\[ … \]\]/);
  expect(recorded.report.hooks.map(({ shell }) => shell)).toEqual(["/bin/sh", "/bin/sh", null]);
});

it("P12 explain says that a hook runs in the background and decides nothing", async () => {
  const { report, how } = await explained([
    { type: "command", command: "exit", args: ["2"], async: true },
    { type: "command", command: "make", args: [], asyncRewake: true },
  ]);
  expect(report.hooks.map(({ background }) => background)).toEqual(["yes", "wakes"]);
  expect(how).toEqual([
    "    note   it runs in the background: it can refuse and change nothing",
    "    note   it runs in the background: it can refuse and change nothing, but its exit 2 wakes the model",
  ]);
});

it("T5 explain says which file of a guard is not protected", async () => {
  const hooks = [
    { type: "command", command: '"$(which guard)"/check.sh' },
    { type: "command", command: "$HOME/check.sh" },
  ];
  const { report } = await explained(hooks);
  expect(report.diagnostics.map(({ code, message }) => [code, message])).toEqual([
    ["unprotected-script", expect.stringContaining('"$(which guard)"/check.sh is only known when')],
  ]);
  expect(printExplanation(report)).toContain("is not protected");
});
