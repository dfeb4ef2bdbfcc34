import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brand } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { workplace } from "../testing/workplace.ts";

describe("new", () => {
  it("makes a hook that is tested and trusted, so that test and chaos run it at once", async () => {
    const { start, cwd, read } = workplace();
    const made = await start(["new", "guard"]).ended;
    expect(made).toMatchObject({ code: 0, stderr: "" });
    expect(made.stdout).toContain("wrote    .claude/hooks/guard.sh");
    expect(made.stdout).toContain("2 passed, 0 failed");
    expect(JSON.parse(read(join(".claude", "settings.json")))).toMatchObject({
      hooks: { PreToolUse: [{ matcher: "Bash" }] },
    });
    expect(readFileSync(join(cwd, ".claude/hooks/guard.sh"), "utf8")).toMatch(/^#!\/bin\/sh\n/);
    expect(await start(["test"]).ended).toMatchObject({ code: 0 });
    expect(await start(["chaos"]).ended).toMatchObject({ code: 0 });
  });

  it("--from picks a recipe, and says by which words", async () => {
    const { start } = workplace();
    const { code, stdout } = await start(["new", "--from", "give it the git branch at the start"])
      .ended;
    expect(code).toBe(0);
    expect(stdout).toContain("(git-context, because of: git, branch, start)");
  });

  it("--from with --language takes the variant, also for another file", async () => {
    const { start, read } = workplace();
    const text = "never let it touch my.key";
    const { code, stdout } = await start(["new", "--from", text, "--language", "ts"]).ended;
    expect(code, stdout).toBe(0);
    expect(stdout).toContain("wrote    .claude/hooks/protect-files-ts.ts");
    expect(read(".claude/hooks/protect-files-ts.ts")).toContain('["my.key"]');
  });

  it.each([
    ["ask a second model", "ask-second-model"],
    ["a budget of 5 dollars", "cost-cap"],
    ["stop after too many calls", "call-cap"],
  ])("--from %j finds %s", async (text, name) => {
    const { code, stdout } = await workplace().start(["new", "--from", text]).ended;
    expect(code, stdout).toBe(0);
    expect(stdout).toContain(`(${name}, because of: `);
  });

  it("--list lists the recipes with their languages", async () => {
    const { start } = workplace();
    const { stdout } = await start(["new", "--list"]).ended;
    expect(stdout).toMatch(/^protect-files +Refuse .* \(python, js, sh, ts\)$/m);
    expect(stdout).toMatch(/^ask-second-model .* \(no script\)$/m);
    expect(stdout).not.toContain("protect-files-ts");
  });

  it.each([
    [[], "name the hook"],
    [["a/b"], '"a/b" cannot be the name of a file'],
    [["x", "--event", "PreTool"], "did you mean PreToolUse?"],
    [["x", "--event", "Stop", "--tool", "Bash"], "Stop is not about a tool"],
    [["--from", "xyzzy"], "no recipe fits"],
    [["--from", "hide secrets within the cost budget"], "fit equally well"],
    [["x", "--from", "log"], "--from takes a recipe as it is"],
    [
      ["--from", "git-context", "--language", "ts"],
      "git-context is not available in ts, only in sh",
    ],
    [["x", "--cwd", "gone"], "does not exist"],
  ])("%j is an error that says what would work", async (args, message) => {
    const { start, has } = workplace();
    const { code, stdout, stderr } = await start(["new", ...args]).ended;
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(message);
    expect(has(".claude")).toBe(false);
  });

  it("T5 an agent or a hook cannot make and trust a hook", async () => {
    const { start, has } = workplace();
    const inside = { [`${brand.environmentPrefix}RUN`]: "1" };
    expect(await start(["new", "guard"], inside).ended).toMatchObject({ code: 1, stdout: "" });
    expect(has(".claude")).toBe(false);
  });
});

it("new --tool with a misspelt tool names the right one, and no flag that new does not have", async () => {
  const { code, stderr } = await workplace().start(["new", "guard", "--tool", "bash"]).ended;
  expect(code).toBe(1);
  expect(stderr).toBe(`${brand.command}: unknown tool "bash"; did you mean Bash?\n`);
});
