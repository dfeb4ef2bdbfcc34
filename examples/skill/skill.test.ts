import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import * as tested from "../../scripts/packed/tested.ts";

const bash = (command: string) => [{ tool: "Bash", input: { command, description: "a step" } }];

it("C3 the hook of the skill refuses after the skill was called, not before", () => {
  const base = mkdtempSync(join(tmpdir(), "skill-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true, maxRetries: 3 }));
  const [cwd, home] = [join(base, "project"), join(base, "home")];
  cpSync(join(import.meta.dirname, "project"), cwd, { recursive: true });
  mkdirSync(home);
  const script = [
    bash("touch before # --force"),
    [{ tool: "Skill", input: { skill: "release", args: "1.2.0" } }],
    bash("touch after # --force"),
    bash("touch plain"),
    ["done"],
  ];
  writeFileSync(join(base, "script.json"), JSON.stringify(script));
  const [program, ...words] = tested.command();
  const model = ["--model", `script:${join(base, "script.json")}`];
  const flags = ["--trust-project", "--permission-mode", "bypassPermissions"];
  const { status, stderr } = spawnSync(program, [...words, "-p", "go", ...model, ...flags], {
    cwd,
    env: { PATH: tested.path, HOME: home },
    encoding: "utf8",
  });
  expect(status, stderr).toBe(0);
  const made = ["before", "after", "plain"].map((file) => existsSync(join(cwd, file)));
  expect(made).toEqual([true, false, true]);
  expect(stderr).toContain("no --force during a release");
});
