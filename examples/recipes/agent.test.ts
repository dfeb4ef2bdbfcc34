import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import * as tested from "../../scripts/packed/tested.ts";

/** Lets the agent make one call in a copy of a recipe's project, with nothing but the recipe in its way. */
function callIn(recipe: string, tool: string, input: object) {
  const base = mkdtempSync(join(tmpdir(), "recipe-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true, maxRetries: 3 }));
  const [cwd, home, script] = [
    join(base, "project"),
    join(base, "home"),
    join(base, "script.json"),
  ];
  cpSync(join(import.meta.dirname, recipe), cwd, { recursive: true });
  mkdirSync(join(cwd, "build"));
  mkdirSync(home);
  writeFileSync(join(cwd, "prod.env"), "secret\n");
  writeFileSync(script, JSON.stringify([[{ tool, input }], ["done"]]));
  const [program, ...words] = tested.command();
  const flags = ["--trust-project", "--permission-mode", "bypassPermissions", "--timeline"];
  const { status, stdout, stderr } = spawnSync(
    program,
    [...words, "-p", "go", "--model", `script:${script}`, ...flags],
    { cwd, env: { PATH: tested.path, HOME: home }, encoding: "utf8" },
  );
  return { cwd, status, printed: stdout + stderr };
}

it("block-dangerous-commands: the agent cannot delete a folder, and gets the reason", () => {
  const command = "cd . && r''m -rf build";
  const { cwd, status, printed } = callIn("block-dangerous-commands", "Bash", {
    command,
    description: "clean",
  });
  expect(status, printed).toBe(0);
  expect(printed).toContain("remove files by name");
  expect(existsSync(join(cwd, "build"))).toBe(true);
});

it("protect-files: the agent cannot overwrite a protected file with a command", () => {
  const command = "echo gone > prod.env";
  const { cwd, printed } = callIn("protect-files", "Bash", { command, description: "write" });
  expect(printed).toContain("prod.env is protected");
  expect(readFileSync(join(cwd, "prod.env"), "utf8")).toBe("secret\n");
});

it("audit-log: a call of the agent is logged", () => {
  const { cwd, printed } = callIn("audit-log", "Bash", {
    command: "echo hello",
    description: "greet",
  });
  expect(existsSync(join(cwd, "audit.jsonl")), printed).toBe(true);
  expect(readFileSync(join(cwd, "audit.jsonl"), "utf8")).toContain("echo hello");
});
