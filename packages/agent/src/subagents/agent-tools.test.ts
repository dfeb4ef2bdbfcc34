import { expect, it } from "vitest";
import type { Tool } from "../tools/tool.ts";
import { toolsOfAgent } from "./agent-tools.ts";

const names = [
  "Bash",
  "Agent",
  "mcp__notes__add",
  "mcp__notes__all__of",
  "mcp__notes__evil__add",
  "mcp__a_b__add",
  "mcp__notes2__add",
];
const servers: Readonly<Record<string, string>> = {
  mcp__notes__add: "notes",
  mcp__notes__all__of: "notes",
  mcp__notes__evil__add: "notes__evil",
  mcp__a_b__add: "a.b",
  mcp__notes2__add: "notes2",
};
const offered = new Map(
  names.map((name) => [name, { name, mcpServer: servers[name] } as Partial<Tool> as Tool]),
);
const left = (definition: Parameters<typeof toolsOfAgent>[1]) => [
  ...toolsOfAgent(offered, definition, 1).keys(),
];

it.each([
  ["mcp__notes", ["mcp__notes__add", "mcp__notes__all__of"]],
  ["mcp__notes__*", ["mcp__notes__add", "mcp__notes__all__of"]],
  ["mcp__notes__evil", ["mcp__notes__evil__add"]],
  ["mcp__notes__add", ["mcp__notes__add"]],
  ["mcp__a.b", ["mcp__a_b__add"]],
  ["mcp__a.b__add", ["mcp__a_b__add"]],
  ["Task", ["Agent"]],
  ["mcp__not", []],
])("an agent with tools %s is offered %j", (written, tools) => {
  expect(left({ tools: [written] })).toEqual(tools);
});

it.each([
  ["mcp__notes", ["mcp__notes__add", "mcp__notes__all__of", "mcp__notes__evil__add"]],
  ["mcp__notes__*", ["mcp__notes__add", "mcp__notes__all__of", "mcp__notes__evil__add"]],
  ["mcp__notes__add", ["mcp__notes__add"]],
  ["mcp__a.b", ["mcp__a_b__add"]],
  ["Task", ["Agent"]],
  ["*", names],
])("disallowedTools %s removes %j", (written, removed) => {
  expect(left({ disallowedTools: [written] })).toEqual(
    names.filter((name) => !removed.includes(name)),
  );
});
