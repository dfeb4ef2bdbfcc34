import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

function agent(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, "agent.ts"), ...args],
    {
      encoding: "utf8",
      env: { ...process.env, NODE_OPTIONS: "--conditions=workspace-source" },
    },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout.trimEnd().split("\n");
}

it("an embedded agent: hooks start, guard, send back and end a session", () => {
  const lines = agent();
  expect(lines.filter((line) => !line.startsWith("(user)"))).toEqual([
    "hook   House rule: one sentence per answer.",
    "user   Tidy up",
    expect.stringMatching(/^hook {3}Today is \w+/),
    "agent  I will clear the output folder.",
    "tool   refused: remove files one by one",
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
