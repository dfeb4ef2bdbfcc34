import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folders, kindOf, permissionsIn } from "../testing.ts";

const place = folders({
  "project/secret.txt": "secret",
  "project/.env": "untracked",
  "project/open.txt": "open",
  "project/sub/a.txt": "a",
  "project/sub/deep/secret.txt": "secret",
});
const { project } = place;
const git = (...args: readonly string[]) => execFileSync("git", args, { cwd: project });
git("init", "-q");
git("add", "secret.txt", "open.txt", "sub");

const withRule = (rule: string) =>
  permissionsIn(place, { permissions: { deny: [rule], allow: ["Bash"] } });

describe("T11 git shows no file that a deny rule for Read names", () => {
  const tracked = withRule("Read(secret.txt)");
  const untracked = withRule("Read(.env)");
  const showing = [
    "git diff",
    "git diff HEAD",
    "git diff --cached",
    "git diff -- .",
    "git diff -- sub",
    "git diff sub/deep",
    "git diff HEAD -- ':(glob)s*'",
    "git -C sub diff",
    "git status -vv",
    "git show HEAD",
    "git show HEAD HEAD:open.txt",
    "git log -p",
    "git log -p -- 's*'",
    "git log --patch-with-raw",
    "git log -U1",
    "git cat-file --batch-all-objects --batch",
    "git stash show -p",
    "git format-patch --stdout HEAD~1",
    "git archive HEAD",
    "git worktree add -f /tmp/x HEAD --detach",
    "git clone . /tmp/x",
    "git clone file:///project /tmp/x",
    "git push /tmp/x HEAD",
    "git -C sub fetch ../.git",
  ];
  it.each(showing)("asks if a file is tracked: %s", async (command) => {
    expect(kindOf(await tracked.bash(command))).toBe("ask");
  });

  it.each(showing)("does not ask if it is not tracked: %s", async (command) => {
    expect(kindOf(await untracked.bash(command))).toBe("allow");
  });

  it.each([
    "git status",
    "git log --oneline -10",
    "git log --stat",
    "git diff --stat",
    "git diff --name-only",
    "git diff open.txt",
    "git diff HEAD -- sub/a.txt",
    "git log -p open.txt",
    "git show HEAD:open.txt",
    "git show --name-only HEAD",
    "git cat-file -t HEAD",
    "git worktree list",
    "git clone https://example.com/a.git",
    "git push origin main",
    "git fetch",
  ])("shows names, or other files: %s", async (command) => {
    expect(kindOf(await tracked.bash(command))).toBe("allow");
  });

  it("asks where the list of tracked files cannot be read", async () => {
    const other = folders({ "project/secret.txt": "secret" });
    mkdirSync(join(other.project, ".git"));
    writeFileSync(join(other.project, ".git", "index"), "something else");
    const permissions = { deny: ["Read(secret.txt)"], allow: ["Bash"] };
    const { bash } = permissionsIn(other, { permissions });
    expect(kindOf(await bash("git diff"))).toBe("ask");
  });
});
