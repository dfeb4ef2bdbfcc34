import { linkSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { folders, kindOf, permissionsIn } from "./testing.ts";

type Place = ReturnType<typeof folders>;

/** What the answer is to writing a file of the project in acceptEdits mode. */
async function written(path: string, prepare: (place: Place) => void = () => {}): Promise<string> {
  const place = folders();
  prepare(place);
  const { judge } = permissionsIn(place, { mode: "acceptEdits" });
  return kindOf(await judge("Write", { file_path: join(place.project, path), content: "" }));
}

it.each<readonly [string, string]>([
  [".claude/settings.json", "ask"],
  [".claude/skills/release/SKILL.md", "ask"],
  [".claude/agents/reviewer.md", "ask"],
  ...`.git .git/config .git/hooks/pre-commit sub/.git/hooks/pre-commit .GIT/config .git./config .g\u200cit/config
  .gitconfig .gitmodules .husky/pre-commit .githooks/pre-push lefthook.yml .pre-commit-config.yaml
  .bashrc sub/.bash_profile .zshenv .profile .envrc .tmux.conf fish/config.fish
  .npmrc .NPMRC packages/a/.npmrc .yarnrc.yml .yarn/releases/yarn.cjs .pnpmfile.cjs bunfig.toml pip.conf .cargo/config.toml
  .vscode/tasks.json a/b/.vscode/settings.json .idea/workspace.xml app.code-workspace .vimrc .exrc .dir-locals.el
  .devcontainer/devcontainer.json .mcp.json .cursor/mcp.json .codex/config.toml .claude/notes.txt
  .hg/hgrc .jj/repo/config.toml .lfsconfig .huskyrc .lintstagedrc.js .simple-git-hooks.js commitlint.config.js
  .venv/bin/activate venv/bin/python lib/x.pth sitecustomize.py node_modules/.bin/ls .gdbinit .Rprofile .psqlrc
  uv.toml .lvimrc .luarc.json .nova/Tasks/x.json .autoenv.zsh .envrc.local crush.json .cursorrules .factory/x
  .gitattributes .direnvrc gradle.properties hooks/hooks.json skills/x/SKILL.md
  .claude/hooks/new.sh .claude/plugins/x/plugin.json .claude-plugin/marketplace.json .claude.json .ssh/config`
    .split(/\s+/)
    .map((path) => [path, "question"] as const),
])("T12 acceptEdits does not cover %s, which makes something run later", async (path, answer) => {
  expect(await written(path)).toBe(answer);
});

it.each([
  "src/index.ts",
  "package.json",
  "Makefile",
  ".github/workflows/ci.yml",
  ".gitignore",
  ".editorconfig",
  "docs/.vscodeignore",
  "src/hooks/use-thing.ts",
  "CLAUDE.md",
  ".env",
  ".prettierrc",
  "src/in.ts",
  "a/b/c/new.txt",
])("T12 acceptEdits covers %s", async (path) => {
  expect(await written(path)).toBe("allow");
});

it.each<[string, string, (place: Place) => void]>([
  [
    "a link to the file",
    "innocent.txt",
    ({ project }) => symlinkSync(".npmrc", join(project, "innocent.txt")),
  ],
  [
    "a link to a folder that does not exist yet",
    "tools/tasks.json",
    ({ project }) => symlinkSync(".vscode", join(project, "tools")),
  ],
  [
    "a link with a special name",
    ".envrc",
    ({ project }) => symlinkSync("notes.txt", join(project, ".envrc")),
  ],
  [
    "a hard link",
    "innocent.txt",
    ({ project, write }) =>
      linkSync(write("project/.git/hooks/pre-commit", ""), join(project, "innocent.txt")),
  ],
  ["..", "src/../.vscode/../.npmrc", () => {}],
])("T12 %s is no way around it", async (_, path, prepare) => {
  expect(await written(path, prepare)).toBe("question");
});

it("T12 a folder above the project may have any name, an added one may not hide what it is", async () => {
  const place = folders();
  const project = join(place.home, ".claude/worktrees/one");
  mkdirSync(join(project, ".git/hooks"), { recursive: true });
  const { judge, update } = permissionsIn({ ...place, project }, { mode: "acceptEdits" });
  expect(await judge("Edit", { file_path: join(project, "a.ts") })).toBe("allow");
  const directories = [join(project, ".git/hooks")];
  await update([{ type: "addDirectories", directories, destination: "session" }]);
  const hook = { file_path: join(project, ".git/hooks/pre-commit") };
  expect(kindOf(await judge("Edit", hook))).toBe("question");
});

describe("T12 an agent in a worktree of the project", () => {
  const place = folders();
  const one = join(place.project, ".claude/worktrees/one");
  const other = join(place.project, ".claude/worktrees/other");
  mkdirSync(one, { recursive: true });
  mkdirSync(other);
  symlinkSync(place.project, join(one, "link"));
  const added = join(place.home, "added");
  mkdirSync(added);
  const outside = "the agent works in a worktree, and the file is outside it";

  it.each([
    [join(one, "a.ts"), undefined],
    [join(one, "src/deep/a.ts"), undefined],
    [join(added, "a.ts"), undefined],
    [join(one, ".claude/settings.json"), ".claude can make something run later"],
    [join(one, ".git"), ".git can make something run later"],
    [join(place.project, "a.ts"), outside],
    [join(one, "../../../a.ts"), outside],
    [join(one, "link/a.ts"), outside],
    [join(other, "a.ts"), outside],
  ])("acceptEdits covers its files alone, not its .claude: %s", async (path, why) => {
    const { judge, update } = permissionsIn(place, { mode: "acceptEdits" });
    const directories = [one, other, added];
    await update([{ type: "addDirectories", directories, destination: "session" }]);
    const answer = await judge("Edit", { file_path: path }, join(one, "src"));
    if (why === undefined) expect(answer).toBe("allow");
    else expect(answer).toEqual({ question: expect.stringContaining(`does not cover it: ${why}`) });
  });
});

it("T12 Edit, Write and NotebookEdit ask alike, an allow rule is enough, and the text says why", async () => {
  const place = folders();
  const path = join(place.project, ".npmrc");
  const { judge } = permissionsIn(place, { mode: "acceptEdits" });
  const calls = [
    judge("Edit", { file_path: path }),
    judge("Write", { file_path: path }),
    judge("NotebookEdit", { notebook_path: path }),
  ];
  expect((await Promise.all(calls)).map(kindOf)).toEqual(Array(3).fill("question"));
  expect(await calls[0]).toMatchObject({
    question: expect.stringContaining("acceptEdits does not cover it: .npmrc can make something"),
  });
  const allowed = permissionsIn(place, { mode: "acceptEdits", permissions: { allow: ["Edit"] } });
  expect(await allowed.judge("Edit", { file_path: path })).toBe("allow");
});

it("T12 a program that a trusted hook starts asks", async () => {
  const place = folders({ "project/scripts/check.sh": "" });
  const check = join(place.project, "scripts/check.sh");
  const { judge, bash } = permissionsIn(place, {
    mode: "acceptEdits",
    permissions: { allow: ["Bash"] },
    startedFiles: () => [check],
  });
  expect(kindOf(await judge("Edit", { file_path: check }))).toBe("question");
  expect(await bash("bash scripts/check.sh")).toBe("allow");
});

it("T12 no spelling of a path through folders and links gets around it", async () => {
  const place = folders();
  const { judge } = permissionsIn(place, { mode: "acceptEdits" });
  const targets = [".npmrc", ".vscode/tasks.json", ".git/config", "a/.envrc"];
  const detour = fc.constantFrom("./", "src/../", "new/../", "src/./../", "link/../project/", "//");
  mkdirSync(join(place.project, "src"));
  writeFileSync(join(place.project, "src/x"), "");
  symlinkSync(place.project, join(place.project, "link"));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...targets),
      fc.array(detour, { maxLength: 5 }),
      async (target, detours) => {
        const file_path = `${place.project}/${detours.join("")}${target}`;
        expect(kindOf(await judge("Write", { file_path }))).toBe("question");
      },
    ),
    { numRuns: 100 },
  );
});
