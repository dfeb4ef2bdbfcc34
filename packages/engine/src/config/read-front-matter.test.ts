import { mkdirSync, symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { codes, fileOf, labels, markdownWith, newWorld } from "./testing.ts";

const agent = "project/.claude/agents/reviewer.md";

describe("front matter", () => {
  it("C1 the name comes from the front matter, else from the file or the skill's folder", async () => {
    const world = newWorld();
    world.write("home/.claude/agents/one.md", markdownWith("a", "PreToolUse", "first"));
    world.write("home/.claude/agents/two.md", markdownWith("b"));
    world.write("home/.claude/skills/three/SKILL.md", markdownWith("c"));
    world.write("project/.claude/skills/x/SKILL.md", markdownWith("d", "PreToolUse", "fourth"));
    const { hooks } = await world.load();
    expect(hooks.map(({ label, origin }) => [label, origin.scope, origin.owner])).toEqual([
      ["c", "skill", "three"],
      ["d", "skill", "fourth"],
      ["a", "agent", "first"],
      ["b", "agent", "two"],
    ]);
  });

  it("C1 C3 a command is called as its path says, whatever its front matter names; its Stop is Stop", async () => {
    const world = newWorld();
    world.write("home/.claude/commands/fix.md", markdownWith("a", "Stop", "other"));
    world.write("project/.claude/commands/git/push.md", markdownWith("b"));
    world.write("project/.claude/commands/git/notes.txt", markdownWith("c"));
    const { hooks } = await world.load();
    expect(hooks).toMatchObject([
      { label: "a", event: "Stop", origin: { scope: "command", owner: "fix", needsTrust: false } },
      { label: "b", origin: { scope: "command", owner: "git:push", needsTrust: true } },
    ]);
  });

  it("C3 Stop of an agent is SubagentStop, unless it is the main agent; that of a skill is Stop", async () => {
    const world = newWorld();
    world.write(agent, markdownWith("agent", "Stop", "main"));
    world.write("project/.claude/skills/s/SKILL.md", markdownWith("skill", "Stop"));
    const eventsOf = async (mainAgent?: string) =>
      (await world.load(mainAgent === undefined ? {} : { mainAgent })).hooks.map(
        ({ event }) => event,
      );
    expect(await eventsOf()).toEqual(["Stop", "SubagentStop"]);
    expect(await eventsOf("other")).toEqual(["Stop", "SubagentStop"]);
    expect(await eventsOf("main")).toEqual(["Stop", "Stop"]);
  });

  it("C3 SubagentStart of an agent never runs, because it fires before the agent's hooks apply; it is reported", async () => {
    const world = newWorld();
    world.write(agent, markdownWith("agent", "SubagentStart"));
    world.write("project/.claude/skills/s/SKILL.md", markdownWith("skill", "SubagentStart"));
    const snapshot = await world.load();
    expect(snapshot.hooks.map(({ label, dormant }) => [label, dormant?.reason])).toEqual([
      ["skill", undefined],
      ["agent", "not-on-this-event"],
    ]);
    expect(codes(snapshot)).toEqual(["before-its-agent"]);
  });

  it("C1 C3 agents that the caller defines have hooks too, which need no trust", async () => {
    const world = newWorld();
    const hooks = { Stop: [{ hooks: [{ type: "command", command: "true" }, { type: "x" }] }] };
    const load = async (mainAgent = "other") => {
      const snapshot = await world.load({ mainAgent, agentHooks: { mine: hooks } });
      return { snapshot, hook: snapshot.hooks[0] };
    };
    const { snapshot, hook } = await load();
    expect(hook).toMatchObject({
      label: "true",
      event: "SubagentStop",
      origin: { scope: "agent", owner: "mine", needsTrust: false },
    });
    expect(snapshot.diagnostics[0]?.place.file).toBe("--agents mine");
    expect((await load("mine")).hook?.event).toBe("Stop");
  });

  it.each([
    ["LF", "\n", ""],
    ["CRLF", "\r\n", ""],
    ["a byte order mark", "\n", "\uFEFF"],
  ])("C5 lines and columns are those of the file: %s", async (_what, newline, start) => {
    const world = newWorld();
    const lines = [
      "---",
      "name: reviewer",
      "hooks:",
      "  PreToolUse:",
      "    - matcher: Bash",
      "      hooks:",
      "        - type: command",
      "          command: good",
      "        - type: nonsense",
      "  Nonsense:",
      "    - hooks: []",
      "---",
      "hooks: in the text do not count",
    ];
    const file = world.write(agent, start + lines.join(newline));
    const { hooks, diagnostics } = await world.load();
    expect(hooks.map(({ source }) => source)).toEqual([
      { file, line: 7, column: 11, path: "hooks.PreToolUse[0].hooks[0]" },
    ]);
    expect(diagnostics.map(({ code, place: { line, column } }) => [code, line, column])).toEqual(
      expect.arrayContaining([
        ["unknown-handler-type", 9, 17],
        ["unknown-event", 10, 3],
      ]),
    );
  });

  it("C5 broken YAML has a place; a skill without hooks is not parsed", async () => {
    const world = newWorld();
    const file = world.write(agent, "---\nname: x\nhooks: {a: [\n---\n");
    world.write("project/.claude/skills/s/SKILL.md", "---\ndescription: a: b: c\n---\n");
    const snapshot = await world.load();
    expect(snapshot.diagnostics).toMatchObject([
      { code: "not-yaml", level: "error", place: { file } },
    ]);
    expect(snapshot.diagnostics[0]?.place.line).toBeGreaterThanOrEqual(3);
    expect(fileOf(snapshot, "SKILL.md")).toMatchObject({ state: "loaded", hooks: 0 });
  });

  it.each([
    ["never ends", "---\nhooks:\n  Stop: []\n", "not closed"],
    ["has an alias to nothing", "---\nhooks: *nothing\n---\n", "nothing"],
    ["has a key twice", "---\nhooks: {}\nhooks: {}\n---\n", "a key is there twice"],
    ["contains itself", "---\nhooks: &a\n  Stop: [*a]\n---\n", "200 levels"],
    ["is nested 10,000 deep", `---\nhooks: ${"[".repeat(10_000)}\n---\n`, "call stack"],
    [
      "is closed after 10,000 levels",
      `---\nhooks: ${"[".repeat(10_000)}${"]".repeat(10_000)}\n---\n`,
      "call stack",
    ],
    ["has 300 levels", `---\nhooks: ${"[".repeat(300)}${"]".repeat(300)}\n---\n`, "200 levels"],
    ["is huge", `---\nhooks: {}\n${"key: value\n".repeat(100_000)}---\n`, "64 KiB"],
    ["is huge and in one line", `---\nhooks: {}\nx: ${"y".repeat(3_000_000)}\n---\n`, "64 KiB"],
    ["is a bomb", `---\n${bomb(9)}\nhooks: *a9\n---\n`, "resource exhaustion"],
    [
      "repeats a large value",
      `---\n${wide()}\nhooks: [${"*w,".repeat(90)}]\n---\n`,
      "20000 values",
    ],
  ])("C5 front matter that %s is reported, with the reason", async (_what, text, why) => {
    const world = newWorld();
    world.write(agent, text);
    const snapshot = await world.load();
    expect(codes(snapshot)).toEqual(["not-yaml"]);
    expect(snapshot.diagnostics[0]?.message).toContain(why);
    expect(fileOf(snapshot, "reviewer.md")).toMatchObject({ state: "invalid" });
  });

  it("C5 aliases that stay small are fine", async () => {
    const world = newWorld();
    const text = `---\nx-guard: &guard\n  - hooks: [{type: command, command: guard}]\nhooks:\n  PreToolUse: *guard\n  Stop: *guard\n---\n`;
    world.write(agent, text);
    expect(labels(await world.load())).toEqual(["guard", "guard"]);
  });

  it.each([
    ["no closing line of its own", "---\na: 1\n----\nhooks: {}\n---\n", 0],
    ["an empty front matter", "---\n---\nhooks:\n  Stop: []\n---\n", 0],
    ["hooks below another key", "---\nmetadata:\n  hooks: {Stop: 1}\n---\n", 0],
    ["a list", "---\n- hooks: 1\n---\n", 0],
    ["a quoted key", "---\n'hooks': {Stop: [{hooks: [{type: command, command: x}]}]}\n---\n", 1],
    ["flow style", "---\n{hooks: {Stop: [{hooks: [{type: command, command: x}]}]}}\n---\n", 1],
    ["the end of the file", "---\nhooks: {Stop: [{hooks: [{type: command, command: x}]}]}\n---", 1],
  ])("C1 reads what is between two --- lines: %s", async (_what, text, count) => {
    const world = newWorld();
    world.write(agent, text);
    const snapshot = await world.load();
    expect(snapshot.hooks).toHaveLength(count);
    expect(snapshot.files.at(-1)).toMatchObject({ hooks: count });
  });

  it("C5 hooks without content are reported", async () => {
    const world = newWorld();
    world.write(agent, "---\nhooks:\n---\n");
    expect(codes(await world.load())).toEqual(["hooks-not-an-object"]);
  });

  it("C1 other files are ignored; a link to a skill or agent is followed", async () => {
    const world = newWorld();
    world.write("project/.claude/skills/README.md", markdownWith("no"));
    world.write("project/.claude/agents/notes.txt", markdownWith("no"));
    world.write("elsewhere/SKILL.md", markdownWith("linked"));
    symlinkSync(world.at("elsewhere"), world.at("project", ".claude", "skills", "linked"));
    const snapshot = await world.load();
    expect(labels(snapshot)).toEqual(["linked"]);
    expect(codes(snapshot)).toEqual([]);
  });

  it("C5 a folder that cannot be read and an agent that is a folder are reported", async () => {
    const world = newWorld();
    world.write("project/.claude/agents", "a file");
    mkdirSync(world.at("home", ".claude", "agents", "a.md"), { recursive: true });
    expect(codes(await world.load())).toEqual(["unreadable-file", "unreadable-folder"]);
  });

  it("C1 two thousand agents load", async () => {
    const world = newWorld();
    for (let i = 0; i < 2000; i++)
      world.write(`home/.claude/agents/a${String(i).padStart(4, "0")}.md`, markdownWith(`c${i}`));
    const found = labels(await world.load());
    expect([found.length, found[0], found.at(-1)]).toEqual([2000, "c0", "c1999"]);
  });
});

/** Every level has the one below nine times. */
function bomb(levels: number): string {
  const line = (level: number) => `a${level}: &a${level} [${`*a${level - 1},`.repeat(9)}]`;
  return ["a0: &a0 [x]", ...Array.from({ length: levels }, (_, index) => line(index + 1))].join(
    "\n",
  );
}

const wide = () => `w: &w [${"1,".repeat(10_000)}]`;
