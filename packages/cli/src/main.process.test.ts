import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { brand } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import * as tested from "../../../scripts/packed/tested.ts";

const cwd = join(import.meta.dirname, "../../../examples/guarded-project/project");

function command(...args: readonly string[]) {
  const [program, ...words] = tested.command();
  // Without the credentials of the person who runs the tests.
  const { PATH, HOME } = process.env;
  return spawnSync(program, [...words, ...args], { cwd, env: { PATH, HOME }, encoding: "utf8" });
}
const explain = (...args: readonly string[]) =>
  command("explain", "PreToolUse", "--tool", "Bash", ...args);

describe("the command", () => {
  it("explain prints every hook's state, and why", () => {
    const { status, stdout } = explain("--trust-project");
    expect(status).toBe(0);
    expect(stdout).toContain("PreToolUse (profile reference): 2 of 3 hooks would run");
    expect(stdout).toContain('exact names "Write|Edit" does not match tool_name "Bash"');
  });

  it("T1 explain of an untrusted project says so, as JSON too", () => {
    const { hooks } = JSON.parse(explain("--json").stdout);
    expect(hooks.map((hook: { state: string }) => hook.state)).toEqual([
      "untrusted",
      "untrusted",
      "matcher",
    ]);
  });

  it.each([
    [["explain", "PreTolUse"], 'unknown event "PreTolUse"; did you mean PreToolUse?', 1],
    [["explain", "PreToolUse", "--input", "ls"], "--input is not JSON", 1],
    [["hooks", "disabel", "abc"], "too many arguments for 'hooks'", 1],
    [["explain", "PreToolUse", "Stop"], "too many arguments for 'explain'", 1],
    [["schema", "PreToolUse"], "did you mean PreToolUse.input or PreToolUse.output?", 1],
    [["-p", "go", "--trust-project"], "no model is configured: set ANTHROPIC_API_KEY", 1],
    [[], 'no prompt: use -p "PROMPT"', 2],
    [["-p"], '-p has no prompt: use -p "PROMPT", or pipe one in', 2],
    [["-p", "--allowedTools", "Bash", "tidy up"], "put the prompt right after -p", 2],
    [["-p", "go", "--max-turns", "none"], '--max-turns: found "none"', 2],
  ] as const)("%j is answered with what would work", (args, message, code) => {
    const { status, stderr } = command(...args);
    expect(status).toBe(code);
    expect(stderr).toContain(`${brand.command}: `);
    expect(stderr).toContain(message);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  it("C5 settings on the command line that cannot be read are an error in one line, with the reason", () => {
    const absent = command("run", "Stop", "--settings", "absent.json");
    expect(absent.status).toBe(1);
    expect(absent.stderr).toMatch(
      /^\w+: --settings .*absent\.json: the settings file does not exist;.*\n$/,
    );
    for (const [expected, ...args] of [
      [1, "hooks"],
      [2, "-p", "go"],
    ] as const) {
      const { status, stderr } = command(...args, "--settings", "{bad");
      expect(status).toBe(expected);
      expect(stderr).toMatch(
        /^\w+: --settings: not valid JSON: .* \(line 1, column 2\); write JSON such as .*, or name a file\n$/,
      );
    }
  });
});
