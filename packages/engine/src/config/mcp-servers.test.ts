import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readMcpServers } from "./mcp-servers.ts";

const one = (entry: unknown) => readMcpServers({ mcpServers: { notes: entry } });

describe("servers", () => {
  it("a program with arguments and variables, and an address with headers", () => {
    const entries = {
      a: { command: "node", args: ["a.js"], env: { KEY: "1" } },
      b: { type: "http", url: "https://example.com/mcp", headers: { Authorization: "x" } },
      c: { type: "stdio", command: "c" },
    };
    expect(readMcpServers({ mcpServers: entries })).toEqual({
      servers: [
        { name: "a", kind: "stdio", command: "node", args: ["a.js"], env: { KEY: "1" } },
        {
          name: "b",
          kind: "http",
          url: "https://example.com/mcp",
          headers: { Authorization: "x" },
        },
        { name: "c", kind: "stdio", command: "c", args: [], env: {} },
      ],
      problems: [],
    });
  });

  it.each([
    ["text", "it must be an object"],
    [{}, '"command" must be a string'],
    [{ command: "" }, '"command" must be a string'],
    [{ command: "node", args: "a.js" }, '"args" must be a list of strings'],
    [{ command: "node", args: [1] }, '"args" must be a list of strings'],
    [{ command: "node", env: { A: 1 } }, '"env" must be an object of strings'],
    [{ url: "https://example.com" }, 'it has a "url" and no "type"'],
    [{ type: "http" }, '"url" must be a string'],
    [
      { type: "http", url: "https://x.example", headers: [] },
      '"headers" must be an object of strings',
    ],
    [{ type: "sse", url: "https://example.com" }, 'its type is "sse"'],
    [{ command: "node", disabled: true }, '"disabled" is true'],
  ])("%j is not started: %s", (entry, message) => {
    const { servers, problems } = one(entry);
    expect(servers).toEqual([]);
    expect(problems).toMatchObject([{ level: "error", message: expect.stringContaining(message) }]);
    expect(problems[0]?.message).toContain('the MCP server "notes" is not started');
  });

  it.each([
    [{ command: "node", arg: ["a.js"] }, 'did you mean "args"?'],
    [{ command: "npx -y server" }, 'put the arguments in "args": ["-y","server"]'],
  ])("%j is started with a warning: %s", (entry, advice) => {
    const { servers, problems } = one(entry);
    expect(servers).toHaveLength(1);
    expect(problems).toMatchObject([{ level: "warning", advice }]);
  });

  it.each([
    [[], "this is not an object"],
    [{}, 'there is no "mcpServers"'],
    [{ servers: {} }, '"servers" is ignored'],
    [{ mcpservers: {} }, '"mcpservers" is ignored'],
    [{ notes: { command: "node" } }, 'the server "notes" is ignored'],
    [{ mcpServers: [] }, '"mcpServers" must be an object'],
  ])("%j names no server: %s", (value, message) => {
    const { servers, problems } = readMcpServers(value);
    expect(servers).toEqual([]);
    expect(problems).toMatchObject([{ level: "error", message: expect.stringContaining(message) }]);
  });

  it("any JSON is read, and every entry is a server or a problem", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (entries) => {
        const { servers, problems } = readMcpServers({ mcpServers: entries });
        const errors = problems.filter(({ level }) => level === "error");
        expect(servers.length + errors.length).toBe(Object.keys(entries).length);
      }),
    );
  });
});
