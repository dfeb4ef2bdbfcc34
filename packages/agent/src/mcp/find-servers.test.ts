import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commandLineServers, findServers, type ServerPlaces } from "./find-servers.ts";

const cwd = mkdtempSync(join(tmpdir(), "servers-"));
const origin = { scope: "project", root: cwd, needsTrust: true, owner: undefined } as const;
const projectFile = (servers: object) => ({
  origin,
  file: join(cwd, ".mcp.json"),
  values: { mcpServers: servers },
  namesServers: true as const,
});
type Places = Partial<ServerPlaces> & { readonly mcpConfig?: readonly string[] };
const find = ({ mcpConfig = [], ...places }: Places) =>
  findServers({ settings: [], env: {}, named: commandLineServers(mcpConfig, cwd), ...places });
const namesOf = (places: Places) =>
  find(places).servers.map(({ config, source }) => [config.name, source]);

describe("the servers of a session", () => {
  const settings = [projectFile({ one: { command: "one" }, two: { command: "two" } })];
  const mcpConfig = ['{"mcpServers": {"two": {"command": "other"}, "three": {"command": "3"}}}'];

  it("come from the project and the command line, which replaces those of the same name", () => {
    expect(namesOf({ settings, mcpConfig })).toEqual([
      ["one", "project"],
      ["two", "command-line"],
      ["three", "command-line"],
    ]);
    expect(namesOf({ settings, mcpConfig, strict: true })).toEqual([
      ["two", "command-line"],
      ["three", "command-line"],
    ]);
  });

  it("disabledMcpjsonServers keeps one of the project out; other settings files name none", () => {
    const off = {
      ...projectFile({}),
      file: "settings.json",
      values: { disabledMcpjsonServers: ["one"] },
    };
    const { namesServers: _, ...elsewhere } = projectFile({ x: { command: "x" } });
    expect(namesOf({ settings: [...settings, off, elsewhere] })).toEqual([["two", "project"]]);
  });

  it("T6 variables are replaced; a server with one that is not set is not started, and named", () => {
    const entry = { command: "${PROGRAM}", args: ["${A:-b}"], env: { KEY: "${SECRET}" } };
    const places = { settings: [projectFile({ one: entry })] };
    expect(find({ ...places, env: { PROGRAM: "node", SECRET: "s" } }).servers).toMatchObject([
      { config: { command: "node", args: ["b"], env: { KEY: "s" } } },
    ]);
    expect(find(places)).toEqual({
      servers: [],
      problems: [
        'the MCP server "one" is not started: the variables PROGRAM, SECRET are not set; set them, or write a default: ${PROGRAM:-value}',
      ],
    });
  });

  it("P7 those of a plugin have its name, its folders in their texts and as variables; disabledMcpjsonServers is not for them", () => {
    const ofPlugin = { scope: "plugin", owner: "ops", root: "/p", pluginData: "/d" } as const;
    const entry = { command: "${CLAUDE_PLUGIN_ROOT}/run", args: ["${CLAUDE_PLUGIN_DATA}"] };
    const file = projectFile({ notes: entry, web: { type: "http", url: "${URL:-address}" } });
    const settings = [
      { ...file, origin: { ...origin, ...ofPlugin } },
      { origin, file: "settings.json", values: { disabledMcpjsonServers: ["plugin:ops:notes"] } },
    ];
    const env = { CLAUDE_PLUGIN_ROOT: "/p", CLAUDE_PLUGIN_DATA: "/d" };
    expect(find({ settings }).servers).toEqual([
      {
        config: { kind: "stdio", name: "plugin:ops:notes", command: "/p/run", args: ["/d"], env },
        source: "plugin",
        dataFolder: "/d",
      },
      {
        config: { kind: "http", name: "plugin:ops:web", url: "address", headers: {} },
        source: "plugin",
        dataFolder: "/d",
      },
    ]);
    expect(find({ settings, strict: true }).servers).toEqual([]);
  });

  it("the nearest of the user's replaces that of the project, which replaces that for all projects", () => {
    const named = (scope: "user" | "project" | "local", command: string) => ({
      ...projectFile({ one: { command } }),
      origin: { ...origin, scope },
    });
    const [all, project, here] = [named("user", "a"), named("project", "b"), named("local", "c")];
    const commands = (settings: ServerPlaces["settings"]) =>
      find({ settings }).servers.map(({ config, source }) => [
        config.kind === "stdio" && config.command,
        source,
      ]);
    expect(commands([all, project])).toEqual([["b", "project"]]);
    expect(commands([all, project, here])).toEqual([["c", "local"]]);
  });

  it("M5 two whose tools would have the same names are not both started", () => {
    const both = { "a.b": { command: "1" }, a_b: { command: "2" } };
    const { servers, problems } = find({ settings: [projectFile(both)] });
    expect(servers).toHaveLength(1);
    expect(problems).toMatchObject([expect.stringContaining('"a.b" is not started')]);
  });

  it("a file of the command line is read from the folder of the session; one that is wrong is an error", () => {
    writeFileSync(join(cwd, "more.json"), mcpConfig[0] ?? "");
    expect(namesOf({ mcpConfig: ["more.json"] })).toHaveLength(2);
    expect(() => find({ mcpConfig: ["none.json"] })).toThrow("none.json: the file cannot be read");
    expect(() => find({ mcpConfig: ["{"] })).toThrow("--mcp-config: not valid JSON");
    expect(() => find({ mcpConfig: ["{}"] })).toThrow('there is no "mcpServers"');
    expect(() => find({ mcpConfig: ['{"mcpServers": {"a": {}}}'] })).toThrow(
      'the MCP server "a" is not started',
    );
  });
});
