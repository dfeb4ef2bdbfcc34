import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { expandCommand } from "./expand-command.ts";
import { findCommands } from "./find-commands.ts";

function newWorld(files: Readonly<Record<string, string>>) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "commands-")));
  const at = (name: string) => join(folder, name);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), content);
  }
  return { at, options: { cwd: at("project"), home: at("home") } };
}

const files = {
  "project/.claude/commands/fix.md": "---\nmodel: small\nallowed-tools: Read\n---\nFix $ARGUMENTS",
  "project/.claude/commands/git/push.md": "push",
  "project/.claude/commands/git/deep/er.md": "deeper",
  "project/.claude/commands/notes.txt": "no",
  "home/.claude/commands/fix.md": "the user's",
  "home/.claude/commands/mine.md": "mine",
};

describe("command files", () => {
  it("E25 come from project and user, folders joined with colons; the project's take precedence", async () => {
    const { at, options } = newWorld(files);
    const { commands, problems } = await findCommands(options);
    expect(commands.map(({ name, source }) => [name, source])).toEqual([
      ["fix", "projectSettings"],
      ["git:deep:er", "projectSettings"],
      ["git:push", "projectSettings"],
      ["mine", "userSettings"],
    ]);
    expect(problems).toEqual([
      `${at("home/.claude/commands/fix.md")}: the file is ignored, because ${at("project/.claude/commands/fix.md")} already defines /fix`,
    ]);
  });

  it("E25 of plugins begin with the plugin's name, and the manifest may name further files", async () => {
    const { at, options } = newWorld({
      "plugin/commands/deploy.md": "Run ${CLAUDE_PLUGIN_ROOT}/deploy.sh $1",
      "plugin/commands/db/reset.md": "reset",
      "plugin/more/extra.md": "extra",
      "plugin/one.md": "one",
      "plugin/single/SKILL.md": "a folder with one skill",
      "plugin/skills/many/SKILL.md": "a folder with skills",
      "outside.md": "secret",
    });
    symlinkSync(at("outside.md"), at("plugin/commands/link.md"));
    symlinkSync(at("outside.md"), at("plugin/link.md"));
    const paths = {
      commands: ["commands", "more", "one.md", "link.md"].map((path) => at(`plugin/${path}`)),
      skills: [at("plugin/skills"), at("plugin/single")],
      agents: [],
      outputStyles: [],
    };
    const plugin = { name: "ops", root: at("plugin"), needsTrust: false, paths };
    const found = await findCommands({ ...options, plugins: [plugin] });
    expect(found.commands.map(({ name, source }) => [name, source])).toEqual([
      ["ops:db:reset", "plugin"],
      ["ops:deploy", "plugin"],
      ["ops:extra", "plugin"],
      ["ops:many", "plugin"],
      ["ops:one", "plugin"],
      ["ops:single", "plugin"],
    ]);
    expect(expandCommand("/ops:deploy now", found.commands)).toMatchObject({
      text: `Run ${at("plugin")}/deploy.sh now`,
      needsTrust: false,
    });
    expect(found.problems).toEqual([
      `${at("plugin/commands/link.md")} is ignored: it is a link that leads out of the plugin`,
      `${at("plugin/link.md")} is ignored: it is a link that leads out of the plugin`,
    ]);
  });

  it("--setting-sources and --bare skip them", async () => {
    const { options } = newWorld(files);
    const named = async (more: object) =>
      (await findCommands({ ...options, ...more })).commands.map(({ name }) => name);
    expect(await named({ settingSources: ["user"] })).toEqual(["fix", "mine"]);
    expect(await named({ settingSources: ["local"] })).toEqual([]);
    expect(await named({ bare: true })).toEqual([]);
  });

  it("an invalid name, a folder called .md, a circle of links: reported or skipped", async () => {
    const { at, options } = newWorld({
      "project/.claude/commands/two words.md": "x",
      "project/.claude/commands/folder.md/inner.md": "x",
      "project/.claude/commands/größe.md": "x",
    });
    symlinkSync(at("project/.claude/commands"), at("project/.claude/commands/circle"));
    symlinkSync(at("nowhere"), at("project/.claude/commands/broken.md"));
    const { commands, problems } = await findCommands(options);
    expect(commands.map(({ name }) => name)).toEqual(["folder.md:inner", "größe"]);
    expect(problems).toEqual([expect.stringContaining("/two words is not a valid command name")]);
  });
});

describe("expanding a prompt", () => {
  it("E25 a command of a file becomes its text, with the input of UserPromptExpansion", async () => {
    const { commands } = await findCommands(newWorld(files).options);
    expect(expandCommand("/fix the  bug \n", commands)).toEqual({
      kind: "command",
      name: "fix",
      isSkill: false,
      args: "the  bug",
      source: "projectSettings",
      needsTrust: true,
      text: "Fix the  bug",
      allowedTools: ["Read"],
      model: "small",
    });
    expect(expandCommand("/git:push", commands)).toEqual({
      kind: "command",
      name: "git:push",
      isSkill: false,
      args: "",
      source: "projectSettings",
      needsTrust: true,
      text: "push",
    });
    expect(expandCommand("/mine\nmore\nlines", commands)).toMatchObject({
      args: "more\nlines",
      text: "mine\n\nARGUMENTS: more\nlines",
    });
  });

  it.each([
    "fix it",
    " /fix",
    "/",
    "//",
    "/usr/bin/env is gone",
    "/fix? no",
    "",
    "/clear",
    "/clear x",
  ])("%j is text, or not a command of a file", async (prompt) => {
    const { commands } = await findCommands(newWorld(files).options);
    expect(expandCommand(prompt, commands, ["clear"])).toBeUndefined();
  });

  it.each([
    ["/fux now", "fix"],
    ["/cleer", "clear"],
    ["/push", "git:push"],
    ["/something-else", undefined],
  ])("%j is not a command; the nearest is %j", async (prompt, nearest) => {
    const { commands } = await findCommands(newWorld(files).options);
    const expansion = expandCommand(prompt, commands, ["clear"]);
    const [name] = prompt.split(" ");
    const meant = nearest === undefined ? "" : `; did you mean /${nearest}?`;
    expect(expansion).toEqual({ kind: "unknown", message: `unknown command ${name}${meant}` });
  });

  it("a command that only a terminal has is not available, unless a file has its name", async () => {
    const { commands } = await findCommands(newWorld(files).options);
    expect(expandCommand("/add-dir /tmp", commands)).toEqual({
      kind: "interactive",
      message: "/add-dir is not available here",
    });
    const own = commands.slice(0, 1).map((command) => ({ ...command, name: "add-dir" }));
    expect(expandCommand("/add-dir /tmp", own)).toMatchObject({ kind: "command" });
  });
});

describe("command files that lead elsewhere", () => {
  it("T6 a link that leads out of the project is reported and not read; the user's own may lead anywhere", async () => {
    const { at, options } = newWorld({
      "home/.ssh/key.md": "secret",
      "project/docs/shared.md": "shared",
      "project/.claude/commands/own.md": "own",
      "home/.claude/commands/own2.md": "own",
    });
    symlinkSync(at("home/.ssh/key.md"), at("project/.claude/commands/key.md"));
    symlinkSync("/", at("project/.claude/commands/all"));
    symlinkSync(at("project/docs"), at("project/.claude/commands/docs"));
    symlinkSync(at("home/.ssh"), at("home/.claude/commands/mine"));
    const { commands, problems } = await findCommands(options);
    expect(commands.map(({ name }) => name)).toEqual(["docs:shared", "mine:key", "own", "own2"]);
    expect(problems).toEqual([
      `${at("project/.claude/commands/all")} is ignored: it is a link that leads out of the project`,
      `${at("project/.claude/commands/key.md")} is ignored: it is a link that leads out of the project`,
    ]);
  });
});
