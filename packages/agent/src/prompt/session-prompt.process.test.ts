import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { processStarter, systemClock } from "@snaphook/engine/internal";
import { describe, expect, it, onTestFinished } from "vitest";
import { gitState } from "./git-state.ts";
import { sessionPrompt } from "./session-prompt.ts";

function repository() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "git-state-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: folder });
  git("init", "--quiet", "--initial-branch=trunk");
  writeFileSync(join(folder, "a.txt"), "1");
  git("add", ".");
  git("commit", "--quiet", "--message=First");
  writeFileSync(join(folder, "b.txt"), "2");
  return { folder, git };
}

const stateIn = (cwd: string) =>
  gitState({
    cwd,
    env: { PATH: process.env["PATH"], HOME: cwd },
    start: processStarter({}).start,
    spillFolder: join(cwd, "spill"),
  });

describe("the state of git", () => {
  it("has the branch, changes and commits of a real repository", async () => {
    const { folder } = repository();
    expect(await stateIn(folder)).toMatch(
      /^Branch: trunk\nChanges:\n\?\? b\.txt\nLast commits:\n[0-9a-f]+ First$/,
    );
  });

  it("T6 is not asked for if the repository could make git run a program", async () => {
    const { folder, git } = repository();
    git("config", "core.fsmonitor", `touch ${join(folder, "ran")}`);
    expect(await stateIn(folder)).toBeUndefined();
  });

  it("is not known without a repository", async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "no-git-")));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    expect(await stateIn(folder)).toBeUndefined();
  });

  it("is not waited for longer than a moment", async () => {
    const prompt = sessionPrompt({
      options: { cwd: "/p" },
      model: () => "m",
      clock: systemClock,
      git: new Promise(() => {}),
      permissionMode: () => "default",
      style: () => undefined,
      hookMark: "0123456789ab",
    });
    expect(await prompt()).toContain("Git repository: none, or its state is not known");
  });
});
