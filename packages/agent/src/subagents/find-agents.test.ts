import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brand } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { findAgents as find, problemLine } from "./find-agents.ts";
import { lintAgents } from "./lint-agents.ts";
import { parseAgentsFlag } from "./parse-agents.ts";

/** All problems as the user reads them. */
async function findAgents(options: Parameters<typeof find>[0]) {
  const { agents, problems, refused } = await find(options);
  return { agents, problems: [...problems, ...refused.values()].map(problemLine) };
}

function newWorld(files: Readonly<Record<string, string>>) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "agents-")));
  const at = (name: string) => join(folder, name);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), content);
  }
  return { at, options: { cwd: at("project"), configFolder: at("home/.claude") } };
}

const front = (lines: readonly string[], body = "Be one.") =>
  `---\n${lines.join("\n")}\n---\n${body}\n`;

const builtIn = ["general-purpose", "Explore", "Plan"];

describe("the agents of a session", () => {
  it("E8 are built-in ones and those of files, by their name or their file's", async () => {
    const { at, options } = newWorld({
      "project/.claude/agents/one.md": front(["name: judge", "tools: Read, Bash"]),
      "project/.claude/agents/two.md": "No front matter.",
      "home/.claude/agents/mine.md": front(["model: inherit", "maxTurns: 3", "background: true"]),
    });
    const { agents, problems } = await findAgents({ ...options, trustProject: true });
    expect(agents.map(({ name }) => name)).toEqual([...builtIn, "mine", "judge", "two"]);
    expect(agents.slice(3)).toMatchObject([
      { source: "user", maxTurns: 3, background: true, prompt: "Be one." },
      { source: "project", tools: ["Read", "Bash"], file: at("project/.claude/agents/one.md") },
      { source: "project", prompt: "No front matter." },
    ]);
    expect(agents[3]).not.toHaveProperty("model");
    expect(problems).toEqual([]);
  });

  it("the project beats the user, and --agents beats both", async () => {
    const { options } = newWorld({
      "project/.claude/agents/a.md": front(["name: a"], "project"),
      "project/.claude/agents/b.md": front(["name: b"], "project"),
      "home/.claude/agents/a.md": front(["name: a"], "user"),
      "home/.claude/agents/b.md": front(["name: b"], "user"),
    });
    const agents = JSON.stringify({ b: { prompt: "flag" } });
    const found = await findAgents({ ...options, trustProject: true, agents });
    expect(found.agents.slice(3).map(({ name, prompt }) => [name, prompt])).toEqual([
      ["a", "project"],
      ["b", "flag"],
    ]);
  });

  it("T6 those of a project that is not trusted are not used, and do not hide the user's", async () => {
    const { at, options } = newWorld({
      "project/.claude/agents/a.md": front(["name: a"], "project"),
      "home/.claude/agents/a.md": front(["name: a"], "user"),
    });
    const { agents, problems } = await findAgents(options);
    expect(agents.at(-1)).toMatchObject({ name: "a", prompt: "user" });
    expect(problems).toEqual([
      `${at("project/.claude/agents/a.md")}: the project's agent a is not used: agents of a project need --trust-project; "${brand.command} trust" covers hooks only`,
    ]);
    const flag = await findAgents({ ...options, agents: '{"a": {"prompt": "flag"}}' });
    expect(flag.agents.at(-1)).toMatchObject({ name: "a", prompt: "flag" });
    expect(flag.problems).toEqual([]);
  });

  it("T6 links that lead out of the project and files in folders are ignored, and reported", async () => {
    const { at, options } = newWorld({
      "elsewhere.md": "secret",
      "project/.claude/agents/deep/inner.md": "inner",
    });
    symlinkSync(at("elsewhere.md"), at("project/.claude/agents/link.md"));
    const { agents, problems } = await findAgents({ ...options, trustProject: true });
    expect(agents.map(({ name }) => name)).toEqual(builtIn);
    expect(problems).toEqual([
      expect.stringContaining(
        "link.md: the file is ignored: it is a link that leads out of the project",
      ),
      expect.stringContaining("inner.md: the file is ignored: agents are read from"),
    ]);
  });

  it("those of a plugin have its name, and neither hooks nor a mode", async () => {
    const { at, options } = newWorld({
      "plugin/agents/a.md": front(["name: a", "permissionMode: acceptEdits", "hooks: {}"]),
      "plugin/more/b.md": front(["name: b"]),
      "plugin/one.md": front(["name: c"]),
    });
    const agentPaths = ["plugin/agents", "plugin/more", "plugin/one.md"].map((path) => at(path));
    const paths = { commands: [], skills: [], agents: agentPaths, outputStyles: [] };
    const plugin = { name: "ops", root: at("plugin"), needsTrust: false, paths };
    const { agents, problems } = await findAgents({ ...options, plugins: [plugin] });
    const ofPlugin = agents.filter(({ source }) => source === "plugin");
    expect(ofPlugin.map(({ name }) => name)).toEqual(["ops:a", "ops:b", "ops:c"]);
    expect(ofPlugin[0]).not.toHaveProperty("permissionMode");
    expect(problems).toEqual([
      expect.stringContaining("hooks in the front matter of a plugin's agent have no effect"),
      expect.stringContaining("permissionMode in the front matter"),
    ]);
  });

  it("--bare and --setting-sources skip files", async () => {
    const { options } = newWorld({ "home/.claude/agents/a.md": "x" });
    const names = async (more: object) =>
      (await findAgents({ ...options, ...more })).agents.map(({ name }) => name);
    expect(await names({})).toEqual([...builtIn, "a"]);
    expect(await names({ bare: true })).toEqual(builtIn);
    expect(await names({ settingSources: ["project"] })).toEqual(builtIn);
  });
});

describe("a definition with mistakes", () => {
  it.each([
    ["permissionMode: bypassPermissions", /permissionMode bypassPermissions is ignored: only the/],
    ["permissionMode: all", /permissionMode is ignored: found "all", expected one of default/],
    ["maxTurns: 0", /maxTurns is ignored: found 0, expected a whole number of at least 1/],
    ["background: maybe", /background is ignored: found "maybe", expected true or false/],
    ["tools: 5", /tools is ignored: found 5, expected a list such as/],
    ["isolation: worktree", /isolation has no effect here/],
    ["disalowedTools: Bash", /there is no key disalowedTools, .*; did you mean disallowedTools\?/],
    ["allowedTools: Bash", /there is no key allowedTools, .*; did you mean tools\?/],
    ["guards: 1", /there is no key guards, so it has no effect; known: tools, /],
    ["tools: Raed", /tools: no known tool is called "Raed"; .*; did you mean "Read"\?/],
    ["disallowedTools: [Bsh]", /disallowedTools: no known tool is called "Bsh"; .*"Bash"\?/],
    ["tools: Bash(git:*)", /tools: Bash\(git:\*\) offers Bash altogether, because patterns have/],
    ["disallowedTools: Bash(rm:*)", /disallowedTools: Bash\(rm:\*\) removes Bash altogether/],
    ["description: a judge: strict", /the front matter is not valid YAML/],
  ])("%s is reported, and the rest applies", async (line, problem) => {
    const { options } = newWorld({ "home/.claude/agents/a.md": front(["name: judge", line]) });
    const { agents, problems } = await findAgents(options);
    expect(agents.at(-1)).toMatchObject({ name: "judge", prompt: "Be one." });
    expect(problems).toEqual([expect.stringMatching(problem)]);
    const [found] = await lintAgents(options);
    expect(found).toMatchObject({ code: "agent-file", level: "warning" });
    expect(`${found?.message}; ${found?.advice}`).toMatch(problem);
  });

  it.each([
    front(["name: judge", "description: guard: it", "hooks:", "  PreToolUse: []"]),
    front(["name: judge", "description: guard: it", "disallowedTools:", "  - Bash"]),
    front(["name: judge", "tools: ["]),
    "---\nname: judge\nhooks:\n  PreToolUse: []\nNo second line.\n",
  ])("T1 an agent whose hooks or limits cannot be read is not used: %j", async (text) => {
    const { options } = newWorld({ "home/.claude/agents/judge.md": text });
    const { agents, problems } = await findAgents(options);
    expect(agents.map(({ name }) => name)).toEqual(builtIn);
    expect(problems).toEqual([
      expect.stringMatching(
        /the user's agent judge is not used: its hooks or tools cannot be read, because the front matter is not/,
      ),
    ]);
  });

  it.each([
    ["{", /^not JSON: .*; expected JSON such as/],
    ["[]", /^found \[\]; expected JSON such as/],
    ['{"a": 1}', /^a is not an object/],
    ['{"a": {"description": "x"}}', /^a has no prompt/],
  ])("--agents %s is refused", (text, problem) => {
    expect(() => parseAgentsFlag(text)).toThrow(problem);
  });
});
