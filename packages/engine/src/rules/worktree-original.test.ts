import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allowHolds, denyHolds, ifHolds } from "./permissions.ts";
import { parseRule } from "./rule.ts";
import { worktreeOriginals } from "./worktree-original.ts";

const copy = "/project/.claude/worktrees/feature";
const context = { cwd: copy, projectDirectory: "/project", home: "/home/user" };
const ruleOf = (text: string) => {
  const parsed = parseRule(text);
  if (!parsed.ok) throw new Error(`${text} is not a rule`);
  return parsed.rule;
};
const judge = (text: string, toolName: string, toolInput: object) => {
  const rule = ruleOf(text);
  const call = { toolName, toolInput };
  return {
    if: ifHolds(rule, call, context).holds,
    deny: denyHolds(rule, call, context).holds,
    allow: allowHolds([rule], call, context).holds,
  };
};

describe("M7 a file in a worktree is also judged as the project's file that it is a copy of", () => {
  it.each([
    ["Read(/root.txt)", "Read", { file_path: `${copy}/root.txt` }],
    ["Read(/root.txt)", "Read", { file_path: "root.txt" }],
    ["Read(//project/secret.txt)", "Read", { file_path: `${copy}/secret.txt` }],
    ["Edit(/src/**)", "Edit", { file_path: `${copy}/src/a.ts` }],
    ["Read(/keys/**)", "Read", { file_path: `${copy}/.claude/worktrees/inner/keys/k` }],
  ])("%s holds for %s of %j if it restricts, not if it allows", (rule, tool, input) => {
    expect(judge(rule, tool, input)).toEqual({ if: true, deny: true, allow: false });
  });

  it("a folder that is searched is covered too", () => {
    expect(judge("Read(/keys/**)", "Grep", { path: `${copy}/keys` }).deny).toBe(true);
  });

  it("a rule for the worktree itself still allows, and other paths are not changed", () => {
    const input = { file_path: `${copy}/a.txt` };
    expect(judge("Edit(/.claude/worktrees/**)", "Edit", input).allow).toBe(true);
    expect(judge("Read(/a.txt)", "Read", { file_path: "/other/a.txt" }).deny).toBe(false);
  });
});

describe("worktreeOriginals", () => {
  it.each([
    ["/p/.claude/worktrees/a/f", ["/p/f"]],
    ["/p/.claude/worktrees/a", ["/p"]],
    ["/.claude/worktrees/a", ["/"]],
    ["/p/.claude/worktrees/a/.claude/worktrees/b/f", ["/p/.claude/worktrees/a/f", "/p/f"]],
    ["/p/.claude/worktrees", []],
    ["/p/worktrees/a/f", []],
  ])("%s: %j", (path, originals) => {
    expect(worktreeOriginals(path)).toEqual(originals);
  });

  it("finds the file for every project, worktree and path", () => {
    const name = fc.stringMatching(/^[a-z]{1,5}$/);
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));
    fc.assert(
      fc.property(path, name, path, (project, one, file) => {
        const originals = worktreeOriginals(`/${project}/.claude/worktrees/${one}/${file}`);
        expect(originals).toEqual([`/${project}/${file}`]);
      }),
    );
  });
});
