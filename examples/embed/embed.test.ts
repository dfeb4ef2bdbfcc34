import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import * as tested from "../../scripts/packed/tested.ts";

function agent(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(
    tested.node,
    [join(tested.home, "examples/embed/agent.ts"), ...args],
    {
      encoding: "utf8",
      env: { ...process.env, PATH: tested.path, NODE_OPTIONS: tested.nodeOptions.join(" ") },
    },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout.trimEnd().split("\n");
}

it("an embedded agent: hooks can add context, refuse calls, keep it working and end the session", () => {
  const lines = agent();
  expect(lines.filter((line) => !line.startsWith("(user)"))).toEqual([
    "hook   House rule: one sentence per answer.",
    "user   Tidy up",
    expect.stringMatching(/^hook {3}Today is \w+/),
    "agent  I will clear the output folder.",
    "tool   A PreToolUse hook refused this call: remove files one by one",
    "agent  Then I will look first.",
    "tool   report.txt",
    "agent  The output folder holds report.txt; I left it in place.",
    expect.stringMatching(/^hook {3}\[.*\]: Run the tests before you stop\.$/),
    "agent  The tests pass: there are none.",
  ]);
  expect(lines.at(-1)).toBe("(user)  See you tomorrow.");
});

it("an embedded agent: a refused prompt never reaches the model", () => {
  const lines = agent("use sk-0123456789");
  expect(lines.join("\n")).not.toContain("sk-0123456789");
  expect(lines).toContainEqual(expect.stringContaining("the prompt has a key in it"));
  expect(lines.filter((line) => /^(user|agent)/.test(line))).toEqual([]);
});

interface Command {
  readonly command: string;
  readonly async?: true;
}

/** What the agent prints in a project of its own with these hooks; there, its `ls output` fails. */
function agentWith(hooks: Readonly<Record<string, Command>>) {
  const project = mkdtempSync(join(tmpdir(), "embed-"));
  mkdirSync(join(project, ".claude"));
  const entries = Object.entries(hooks).map(([event, hook]) => [
    event,
    [{ hooks: [{ type: "command", timeout: 20, ...hook }] }],
  ]);
  const settings = { hooks: Object.fromEntries(entries) };
  writeFileSync(join(project, ".claude/settings.json"), JSON.stringify(settings));
  return agent("Tidy up", project);
}

const print = (answer: object) => `echo '${JSON.stringify(answer)}'`;

it("an embedded agent: the model sees why a hook objects, to a result and to a failure", () => {
  const lines = agentWith({
    PostToolUse: { command: print({ decision: "block", reason: "say what you removed" }) },
    PostToolUseFailure: { command: "echo 'make the folder first' >&2; exit 2" },
  });
  const after = (text: string) => lines.slice(lines.indexOf(`agent  ${text}`) + 1);
  expect(after("I will clear the output folder.").slice(0, 2)).toEqual([
    'tool   <hook event="PostToolUse:Bash">',
    expect.stringMatching(/\]: say what you removed$/),
  ]);
  const failed = after("Then I will look first.");
  expect(failed[0]).toMatch(/^tool {3}Command failed/);
  expect(failed).toContainEqual(expect.stringMatching(/\]: make the folder first$/));
});

it.each([
  ["of the tool's shape", { stdout: "nothing to see", stderr: "", interrupted: false }],
  ["that is a text", "nothing to see"],
])("an embedded agent: the model sees the output a hook puts in place, one %s", (_, output) => {
  const own = { hookEventName: "PostToolUse", updatedToolOutput: output };
  const lines = agentWith({ PostToolUse: { command: print({ hookSpecificOutput: own }) } });
  expect(lines).toContain("tool   nothing to see");
});

it("an embedded agent: a background hook's text is sent once, with a later request", () => {
  const own = { hookEventName: "SessionStart", additionalContext: "the index is ready" };
  const lines = agentWith({
    SessionStart: { command: `echo $$ > pid; ${print({ hookSpecificOutput: own })}`, async: true },
    // The hook before has ended when this one has.
    PostToolUse: {
      command:
        "until test -s pid; do sleep 0.02; done; while kill -0 $(cat pid) 2>&-; do sleep 0.02; done",
    },
  });
  const late = lines.indexOf("hook   the index is ready");
  expect(late).toBeGreaterThan(lines.indexOf("user   Tidy up"));
  expect(late).toBeLessThan(
    lines.indexOf("agent  The output folder holds report.txt; I left it in place."),
  );
  expect(lines.lastIndexOf("hook   the index is ready")).toBe(late);
});

it("an embedded agent: a hook may stop the session at its start", () => {
  const lines = agentWith({
    SessionStart: { command: print({ continue: false, stopReason: "not today" }) },
    SessionEnd: { command: print({ systemMessage: "bell \u0007" }) },
  });
  expect(lines.filter((line) => /^(user|agent)/.test(line))).toEqual([]);
  expect(lines.at(-1)).toBe("(user)  bell \\x07");
});
