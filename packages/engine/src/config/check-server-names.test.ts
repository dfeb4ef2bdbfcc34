import { describe, expect, it } from "vitest";
import { settingsRuleProblems } from "./settings-rule-problems.ts";
import { newWorld } from "./testing.ts";

const file = JSON.stringify({ mcpServers: { notes: { command: "n" }, "a.b": { command: "b" } } });

async function problems(place: string, settings: object, more: object = {}) {
  const world = newWorld();
  world.write("project/.mcp.json", file);
  world.write(place, JSON.stringify(settings));
  const snapshot = await world.load({
    ...(place === "flag.json" ? { settings: world.at(place) } : {}),
    ...more,
  });
  return {
    texts: snapshot.diagnostics.map(({ message, advice }) => `${message}; ${advice}`),
    refused: settingsRuleProblems(snapshot),
  };
}

describe("C5 names of MCP servers that are not configured", () => {
  it.each([
    ["mcp__nots", 'called "nots"; names are exact and case-sensitive; did you mean "mcp__notes"?'],
    ["mcp__Notes__add", 'did you mean "mcp__notes"?'],
    ["mcp__a.c__add", 'did you mean "mcp__a_b"?'],
    ["mcp__other__*", "the servers are notes, a.b"],
  ])(
    "C5 a deny or ask rule %s is reported, and refuses to start in --settings",
    async (rule, text) => {
      for (const key of ["deny", "ask"]) {
        const settings = { permissions: { [key]: [rule] } };
        const { texts } = await problems("project/.claude/settings.json", settings);
        expect(texts).toEqual([expect.stringContaining(text)]);
        const { refused } = await problems("flag.json", settings);
        expect(refused).toEqual([
          expect.stringMatching(/^.*flag\.json:1:\d+ permissions\.\w+\[0\] /),
        ]);
      }
    },
  );

  it.each(["mcp__notes", "mcp__notes__add", "mcp__a.b", "mcp__a_b__*", "mcp__more__x", "Bash"])(
    "C5 %s is for a known server",
    async (rule) => {
      const settings = { permissions: { deny: [rule] } };
      const { texts } = await problems("flag.json", settings, { mcpServers: ["more"] });
      expect(texts).toEqual([]);
    },
  );

  it("C5 settings of the user are for all projects: only a likely mistake is reported", async () => {
    const settings = { permissions: { deny: ["mcp__github", "mcp__nots"] } };
    const { texts } = await problems("home/.claude/settings.json", settings);
    expect(texts).toEqual([expect.stringContaining("permissions.deny[1] denies nothing")]);
  });

  it("C5 disabledMcpjsonServers with a name that the file does not have", async () => {
    const { texts, refused } = await problems("flag.json", {
      disabledMcpjsonServers: ["nots", "notes"],
    });
    expect(texts).toEqual([
      'disabledMcpjsonServers turns off nothing: .mcp.json has no server "nots"; did you mean "notes"?',
    ]);
    expect(refused).toHaveLength(1);
    const wrong = await problems("flag.json", { disabledMcpjsonServers: "notes" });
    expect(wrong.refused).toEqual([expect.stringContaining("must be a list of strings")]);
  });
});
