import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isReadOnlyIn } from "./is-read-only-command.ts";
import { submodulesInIndex } from "./submodules-in-index.ts";

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

const readOnlyStatus = (cwd: string) => isReadOnlyIn({ cwd, home: "/root" }, "git status");

describe("G1 git is read-only where the repository names no program to run", () => {
  test("in a repository as git makes it, in a worktree of it, and without a repository", () => {
    const folder = repository();
    git(folder, "commit", "-q", "--allow-empty", "-m", "x");
    git(folder, "worktree", "add", "-q", "tree");
    for (const at of [folder, join(folder, "sub"), join(folder, "tree"), "/"])
      expect(isReadOnlyIn({ cwd: at, home: "/root" }, "git status"), at).toBe(true);
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
    expect(isReadOnlyIn({ cwd: join(folder, "sub"), home: "/root" }, "git status")).toBe(false);
    expect(isReadOnlyIn({ cwd: folder, home: "/root" }, "ls")).toBe(true);
  });

  test.each(["[core] fsmonitor = ./evil", "[core]\n\trepositoryformatversion = 0\\\n\tx"])(
    "not with a line in an unexpected form: %j",
    (text) => {
      const folder = repository();
      appendFileSync(join(folder, ".git", "config"), `${text}\n`);
      expect(isReadOnlyIn({ cwd: folder, home: "/root" }, "git diff")).toBe(false);
    },
  );

  test("not with a hook on the index, wherever hooks are", () => {
    const folder = repository();
    git(folder, "config", "core.hooksPath", "hooks");
    expect(isReadOnlyIn({ cwd: folder, home: "/root" }, "git status")).toBe(true);
    mkdirSync(join(folder, "hooks"));
    writeFileSync(join(folder, "hooks", "post-index-change"), "");
    expect(isReadOnlyIn({ cwd: folder, home: "/root" }, "git status")).toBe(false);
  });

  test("T11 not with a submodule that names a program, checked out or made by hand", () => {
    const inner = repository();
    git(inner, "commit", "-q", "--allow-empty", "-m", "x");
    const outer = repository();
    git(outer, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner, "module");
    expect(readOnlyStatus(outer)).toBe(true);
    git(join(outer, "module"), "config", "core.fsmonitor", "./evil");
    expect(readOnlyStatus(outer)).toBe(false);

    const byHand = repository();
    const commit = git(inner, "rev-parse", "HEAD").toString().trim();
    git(byHand, "update-index", "--add", "--cacheinfo", `160000,${commit},deep/module`);
    expect(readOnlyStatus(byHand)).toBe(true);
    mkdirSync(join(byHand, "deep"));
    cpSync(inner, join(byHand, "deep", "module"), { recursive: true });
    expect(readOnlyStatus(byHand)).toBe(true);
    git(join(byHand, "deep", "module"), "config", "diff.external", "./evil");
    expect(readOnlyStatus(byHand)).toBe(false);
  });

  test.each(["2", "4"])("T11 submodules are found in an index of version %s", (version) => {
    const folder = repository();
    for (const name of ["a", "a/b", "a/bc", "z"]) {
      mkdirSync(join(folder, "sub", name, ".."), { recursive: true });
      writeFileSync(join(folder, "sub", `${name.replaceAll("/", "-")}.txt`), name);
    }
    git(folder, "add", ".");
    const commit = "1".repeat(40);
    git(folder, "update-index", "--add", "--cacheinfo", `160000,${commit},sub/module`);
    git(folder, "update-index", "--index-version", version);
    const index = readFileSync(join(folder, ".git", "index"));
    expect(submodulesInIndex(index, "sha1")).toEqual(["sub/module"]);
    expect(submodulesInIndex(index.subarray(0, -30), "sha1")).toBeUndefined();
  });

  test("T11 not with another folder as its work tree", () => {
    const folder = repository();
    git(folder, "config", "core.worktree", "/proc/self");
    expect(readOnlyStatus(folder)).toBe(false);
  });

  test("not in a bare repository among the files of a project", () => {
    const folder = repository();
    git(folder, "init", "-q", "--bare", "sub/bare");
    expect(
      isReadOnlyIn({ cwd: join(folder, "sub", "bare", "refs"), home: "/root" }, "git status"),
    ).toBe(false);
  });
});
