import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isReadOnlyIn } from "./is-read-only-command.ts";

const git = (cwd: string, ...args: readonly string[]) => execFileSync("git", args, { cwd });

function repository(): string {
  const folder = mkdtempSync(join(tmpdir(), "plain-repository-"));
  git(folder, "init", "-q");
  git(folder, "config", "user.name", "x");
  git(folder, "config", "user.email", "x@y");
  git(folder, "remote", "add", "origin", "https://example.com/x.git");
  mkdirSync(join(folder, "sub"));
  return folder;
}

describe("G1 git is read-only where the repository names no program to run", () => {
  test("in a repository as git makes it, in a worktree of it, and without a repository", () => {
    const folder = repository();
    git(folder, "commit", "-q", "--allow-empty", "-m", "x");
    git(folder, "worktree", "add", "-q", "tree");
    for (const at of [folder, join(folder, "sub"), join(folder, "tree"), "/"])
      expect(isReadOnlyIn(at, "git status"), at).toBe(true);
  });

  test.each([
    ["core.fsmonitor", "./evil"],
    ["diff.external", "./evil"],
    ["diff.x.textconv", "./evil"],
    ["filter.x.clean", "./evil"],
    ["gpg.program", "./evil"],
    ["include.path", "../evil"],
    ["remote.origin.promisor", "true"],
    ["remote.origin.uploadpack", "./evil"],
    ["extensions.worktreeConfig", "true"],
  ])("not with %s", (key, value) => {
    const folder = repository();
    git(folder, "config", key, value);
    expect(isReadOnlyIn(join(folder, "sub"), "git status")).toBe(false);
    expect(isReadOnlyIn(folder, "ls")).toBe(true);
  });

  test.each(["[core] fsmonitor = ./evil", "[core]\n\trepositoryformatversion = 0\\\n\tx"])(
    "not with a line in an unexpected form: %j",
    (text) => {
      const folder = repository();
      appendFileSync(join(folder, ".git", "config"), `${text}\n`);
      expect(isReadOnlyIn(folder, "git diff")).toBe(false);
    },
  );

  test("not with a hook on the index, wherever hooks are", () => {
    const folder = repository();
    git(folder, "config", "core.hooksPath", "hooks");
    expect(isReadOnlyIn(folder, "git status")).toBe(true);
    mkdirSync(join(folder, "hooks"));
    writeFileSync(join(folder, "hooks", "post-index-change"), "");
    expect(isReadOnlyIn(folder, "git status")).toBe(false);
  });

  test("not in a bare repository among the files of a project", () => {
    const folder = repository();
    git(folder, "init", "-q", "--bare", "sub/bare");
    expect(isReadOnlyIn(join(folder, "sub", "bare", "refs"), "git status")).toBe(false);
  });
});
