import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { projectSessions } from "../sessions/session-paths.ts";
import { play, specific } from "./testing/play.ts";

const bash = (command: string) => ({ tool: "Bash", input: { command } });

function places() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "attack-")));
  const [cwd, home] = [join(base, "project"), join(base, "home")];
  for (const folder of [cwd, home]) mkdirSync(folder);
  return { cwd, home };
}

describe("read-only commands of a model", () => {
  it("G1 run no program that a repository inside the project names, even after a cd", async () => {
    const at = places();
    execFileSync("git", ["init", "-q", "--bare", "fixtures/repo"], { cwd: at.cwd });
    for (const [key, value] of [
      ["core.bare", "false"],
      ["core.worktree", "."],
      ["core.fsmonitor", `touch '${at.cwd}/ran'; false`],
    ] as const)
      execFileSync("git", ["--git-dir", "fixtures/repo", "config", key, value], { cwd: at.cwd });
    await play({
      in: at,
      permissionMode: "default",
      script: [[bash("cd fixtures/repo")], [bash("git status")], ["done"]],
    });
    expect(existsSync(join(at.cwd, "ran"))).toBe(false);
    execFileSync("git", ["status"], { cwd: join(at.cwd, "fixtures/repo"), stdio: "ignore" });
    expect(existsSync(join(at.cwd, "ran"))).toBe(true);
  });

  it("G1 write no file and choose no program", async () => {
    const { cwd } = await play({
      permissionMode: "default",
      files: { a: "x\n", "0/ls": "#!/bin/sh\ntouch ran\n" },
      script: [
        [bash("echo x | uniq - uniq-wrote")],
        [bash("x=' -o sort-wrote'; sort a$x")],
        [bash("printf %n PATH; ls")],
        ["done"],
      ],
    });
    for (const name of ["uniq-wrote", "sort-wrote", "ran"])
      expect(existsSync(join(cwd, name)), name).toBe(false);
  });
});

describe("secrets of the agent process", () => {
  it.each([
    ["Read", { file_path: "/proc/self/environ" }],
    ["Read", { file_path: "link" }],
    ["Grep", { pattern: "PATH", path: "/proc/self/environ", output_mode: "content" }],
    [
      "Grep",
      { pattern: "PATH", path: "/proc/self/task/self/../../environ", output_mode: "content" },
    ],
  ])("G1 are not shown by %s %j, in any mode", async (tool, input) => {
    const at = places();
    symlinkSync(`/proc/${process.pid}/environ`, join(at.cwd, "link"));
    const { requests } = await play({
      in: at,
      permissionMode: "bypassPermissions",
      script: [[{ tool, input }], ["done"]],
    });
    const [result] = requests.at(-1)?.messages.at(-1)?.content ?? [];
    expect(result).toMatchObject({ is_error: true });
    expect(JSON.stringify(result)).not.toContain(process.env["PATH"]);
  });
});

describe("a file that a rule forbids reading", () => {
  const secret = { ".env": "KEY=hunter2\n", "a.txt": "KEY=public\n" };
  const permissions = { deny: ["Read(./.env)"] };
  const requestText = async (script: unknown) => {
    const { requests } = await play({
      files: secret,
      userSettings: { permissions },
      permissionMode: "bypassPermissions",
      script,
    });
    return JSON.stringify(requests.at(-1)?.messages);
  };

  it("G1 M9 is not found by Grep in the folder around it", async () => {
    const grep = { tool: "Grep", input: { pattern: "KEY", output_mode: "content" } };
    const text = await requestText([[grep], ["done"]]);
    expect(text).toContain("public");
    expect(text).not.toContain("hunter2");
  });

  it("G1 E17 cannot be guessed with Edit: an answer reveals nothing about its content", async () => {
    const edit = (old_string: string) => ({
      tool: "Edit",
      input: { file_path: ".env", old_string, new_string: "x" },
    });
    const texts = await Promise.all(
      ["KEY=h", "KEY=z"].map(async (guess) => {
        const { newTexts, firedEvents, result } = await play({
          files: secret,
          userSettings: { permissions },
          script: [[edit(guess)], ["done"]],
        });
        expect(firedEvents).toContain("PreToolUse");
        expect(result.permissionDenials).toMatchObject([{ tool_name: "Edit" }]);
        return newTexts[1]?.[0]?.replaceAll(/agent-\w+/g, "");
      }),
    );
    expect(texts[0]).toContain("A permission rule denies this call of Edit");
    expect(texts[0]).toBe(texts[1]);
  });
});

describe("a project that is trusted", () => {
  it.each(["script:answers.json", "openai:x"])(
    "T6 cannot replace the model with %s",
    async (model) => {
      let named: string | undefined = "nothing";
      const scripted = await play({
        projectSettings: { model },
        trustProject: true,
        model: async (settings) => {
          named = settings.model;
          return {
            id: "x",
            answer: async () => {
              throw new Error("unused");
            },
          };
        },
        prompts: [],
      }).catch(() => undefined);
      expect(scripted).toBeUndefined();
      expect(named).toBeUndefined();
    },
  );

  it("T5 G1 a hook that rewrites a path is judged by where it leads", async () => {
    const { cwd } = await play({
      permissionMode: "acceptEdits",
      answers: {
        PreToolUse: specific("PreToolUse", {
          permissionDecision: "allow",
          updatedInput: { file_path: ".claude/settings.json", content: "{}" },
        }),
      },
      script: [[{ tool: "Write", input: { file_path: "a", content: "{}" } }], ["done"]],
    });
    expect(existsSync(join(cwd, ".claude/settings.json"))).toBe(false);
  });
});

describe("paths that are not regular files", () => {
  it("G9 a pipe instead of a transcript is reported and does not block", async () => {
    const at = places();
    const folder = projectSessions(at);
    mkdirSync(folder, { recursive: true });
    execFileSync("/bin/sh", ["-c", 'mkfifo "$0"', join(folder, "s1.jsonl")]);
    for (const session of [
      { kind: "resume", sessionId: "s1" },
      { kind: "resume", sessionId: "s1", fork: true },
    ] as const)
      await expect(play({ in: at, session })).rejects.toThrow("not a regular file");
  });

  it("E17 a pipe that replaced a file that was read does not block", async () => {
    const { requests } = await play({
      files: { a: "x" },
      script: [
        [{ tool: "Read", input: { file_path: "a" } }],
        [bash("rm a && mkfifo a")],
        [{ tool: "Write", input: { file_path: "a", content: "y" } }],
        ["done"],
      ],
    });
    expect(JSON.stringify(requests.at(-1)?.messages)).toContain("pipe or socket");
  });
});
