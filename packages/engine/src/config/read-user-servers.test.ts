import { describe, expect, it } from "vitest";
import { configuredServers } from "./configured-servers.ts";
import { codes, newWorld } from "./testing.ts";

const file = "home/.claude.json";
const server = (command: string) => ({ command });

describe("the user's own MCP servers", () => {
  it("are those for all projects and those for this project, and need no trust", async () => {
    const world = newWorld();
    const projects = {
      [world.at("project")]: { mcpServers: { here: server("b") }, history: [] },
      "/elsewhere": { mcpServers: { there: server("c") } },
    };
    const content = { numStartups: 3, mcpServers: { all: server("a") }, projects };
    world.write(file, JSON.stringify(content));
    const named = async (more = {}) =>
      configuredServers((await world.load(more)).settings).map(({ config, origin }) => [
        config.name,
        origin.scope,
        origin.needsTrust,
      ]);
    expect(await named()).toEqual([
      ["all", "user", false],
      ["here", "local", false],
    ]);
    expect(await named({ settingSources: ["local"] })).toEqual([["here", "local", false]]);
    expect(await named({ settingSources: ["project"] })).toEqual([]);
  });

  it("C5 a mistake has its place in the file; a broken file is reported once", async () => {
    const world = newWorld();
    const projects = { [world.at("project")]: { mcpServers: { here: {} } } };
    world.write(file, JSON.stringify({ projects }, undefined, 2));
    expect((await world.load()).diagnostics).toMatchObject([
      { code: "bad-mcp-server", place: { file: world.at(file), line: 5 } },
    ]);
    world.write(file, "{");
    expect(codes(await world.load())).toEqual(["not-json"]);
    world.write(file, '{"projects": 3, "mcpServers": {}}');
    expect(codes(await world.load())).toEqual([]);
  });

  it("are in the folder that CLAUDE_CONFIG_DIR names, if it is another one", async () => {
    const world = newWorld();
    world.write("other/.claude.json", JSON.stringify({ mcpServers: { all: server("a") } }));
    const { settings } = await world.load({ configFolder: world.at("other") });
    expect(configuredServers(settings)).toHaveLength(1);
  });
});
