import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folders, permissionsIn } from "../testing.ts";
import { ignoreLocalSettings } from "./ignore-in-git.ts";

const newFolder = () => realpathSync(mkdtempSync(join(tmpdir(), "ignored-")));
const git = (cwd: string, ...args: string[]) =>
  execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@y", ...args], {
    cwd,
    env: { PATH: process.env["PATH"], HOME: cwd, GIT_CONFIG_NOSYSTEM: "1" },
    encoding: "utf8",
  });

/** A project with local settings, and whether git would commit them. */
function withSettings(project: string) {
  mkdirSync(join(project, ".claude"), { recursive: true });
  writeFileSync(join(project, ".claude/settings.local.json"), "{}");
  return () => git(project, "status", "--porcelain", "--untracked-files=all");
}

describe("local settings in git", () => {
  it.each([
    { type: "addRules", rules: [{ toolName: "Bash" }], behavior: "allow" },
    { type: "setMode", mode: "acceptEdits" },
  ])("G6 are ignored by git when a change of permissions writes them: $type", async (update) => {
    const place = folders();
    git(place.project, "init", "-q");
    const permissions = permissionsIn(place);
    expect(await permissions.update([{ ...update, destination: "localSettings" }])).toEqual([]);
    expect(existsSync(join(place.project, ".claude/settings.local.json"))).toBe(true);
    expect(git(place.project, "status", "--porcelain", "--untracked-files=all")).toBe("");
  });

  it.each(["repository/packages/one", "linked"])(
    "are ignored in a subfolder of a repository and in a linked worktree, with one line: %s",
    async (folder) => {
      const base = newFolder();
      const root = join(base, "repository");
      mkdirSync(root);
      git(root, "init", "-q");
      git(root, "commit", "-q", "--allow-empty", "-m", "first");
      git(root, "worktree", "add", "-q", join(base, "linked"), "HEAD");
      const project = join(base, folder);
      const status = withSettings(project);
      expect(status()).toContain("settings.local.json");
      for (const _time of [1, 2]) expect(await ignoreLocalSettings(project)).toBeUndefined();
      expect(status()).not.toContain("settings.local.json");
      const lines = readFileSync(join(root, ".git/info/exclude"), "utf8").split("\n");
      expect(lines.filter((line) => line.includes("settings.local.json"))).toHaveLength(1);
    },
  );

  it("nothing happens without a repository", async () => {
    expect(await ignoreLocalSettings(newFolder())).toBeUndefined();
  });

  it("T5 an exclude file that leads out of the repository is not written, and the user reads that", async () => {
    const root = newFolder();
    git(root, "init", "-q");
    const other = join(newFolder(), "profile");
    writeFileSync(other, "");
    execFileSync("rm", ["-f", join(root, ".git/info/exclude")]);
    symlinkSync(other, join(root, ".git/info/exclude"));
    expect(await ignoreLocalSettings(root)).toMatch(/leads out of the repository.*\.gitignore/s);
    expect(readFileSync(other, "utf8")).toBe("");
    const fake = newFolder();
    writeFileSync(join(fake, ".git"), `gitdir: ${join(other, "..")}\n`);
    expect(await ignoreLocalSettings(fake)).toContain("HEAD");
  });
});
