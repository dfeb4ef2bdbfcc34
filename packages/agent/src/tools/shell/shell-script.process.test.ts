import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { session } from "../testing.ts";
import { findShell, shellRequest } from "./shell-request.ts";
import { shellScript } from "./shell-script.ts";

describe("P8 without bash, a plain shell is used", () => {
  const run = (command: string, files: Readonly<Record<string, string>> = {}) => {
    const world = session();
    mkdirSync(world.at("it's sub"));
    const environmentFiles = Object.entries(files).map(([name, text]) => world.write(name, text));
    const script = shellScript({
      command,
      environmentFiles: [world.at("missing"), ...environmentFiles],
      directoryFile: world.at("it's where"),
      isBash: false,
    });
    const { status, stdout, stderr } = spawnSync("/bin/sh", ["-c", script], {
      cwd: world.project,
      encoding: "utf8",
    });
    const where = world.read("it's where").trim().slice(world.project.length);
    return { status, stdout, stderr, where };
  };

  test("the directory is reported, however the command ends", () => {
    expect(run(`cd "it's sub"; echo x`)).toEqual({
      status: 0,
      stdout: "x\n",
      stderr: "",
      where: "/it's sub",
    });
    expect(run(`cd "it's sub"; exit 3`)).toMatchObject({ status: 3, where: "/it's sub" });
    expect(run(`cd "it's sub"; false`)).toMatchObject({ status: 1, where: "/it's sub" });
  });

  test("files are sourced; one that is missing, prints or is invalid does not affect anything else", () => {
    const files = { wrong: "if then", loud: "echo noise; false", good: "PLAIN=1" };
    expect(run('echo "$PLAIN"', files)).toMatchObject({ stdout: "1\n", stderr: "", status: 0 });
  });

  test("the available shell is detected", () => {
    expect(findShell(() => false)).toMatchObject({ program: "/bin/sh", isBash: false });
    expect(findShell(() => true)).toMatchObject({ program: "/bin/bash", isBash: true });
  });
});

describe("M3 the memory of a command that runs without a question", () => {
  const request = (command: string) =>
    shellRequest(command, session().context, {}, { limitMs: undefined, signal: neverAborted });
  const neverAborted = new AbortController().signal;
  const limit = /^ulimit -d \d{6,} /m;

  test("is limited; what the user approves is not", () => {
    expect(request("jq -n '[range(1e12)]'").args.at(-1)).toMatch(limit);
    expect(request("npm test").args.at(-1)).not.toMatch(limit);
  });

  test.each(["/bin/bash", "/bin/sh"])("at the limit a program fails: %s", (shell) => {
    const script = shellScript({
      command: "head -c 300000000 /dev/zero | tr '\\0' x | grep -c x",
      environmentFiles: [],
      maxMemory: 100e6,
      isBash: shell === "/bin/bash",
    });
    const { status, stdout } = spawnSync(shell, ["-c", script], { encoding: "utf8" });
    expect(stdout).toContain("memory exhausted");
    expect(status).toBe(2);
  });
});
