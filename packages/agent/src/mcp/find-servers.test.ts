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
    const elsewhere = { ...projectFile({ x: { command: "x" } }), file: join(cwd, "settings.json") };
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
