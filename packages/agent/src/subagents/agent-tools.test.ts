import { expect, it } from "vitest";
import type { Tool } from "../tools/tool.ts";
import { toolsOfAgent } from "./agent-tools.ts";

const names = [
  "Bash",
  "Agent",
  "mcp__notes__add",
  "mcp__notes__evil__add",
  "mcp__a_b__add",
  "mcp__notes2__add",
];
const offered = new Map(names.map((name) => [name, {} as Tool]));
const left = (definition: Parameters<typeof toolsOfAgent>[1]) => [
  ...toolsOfAgent(offered, definition, 1).keys(),
];

it.each([
  ["mcp__notes", ["mcp__notes__add"]],
  ["mcp__notes__*", ["mcp__notes__add"]],
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
  ["mcp__notes", ["mcp__notes__add", "mcp__notes__evil__add"]],
  ["mcp__notes__*", ["mcp__notes__add", "mcp__notes__evil__add"]],
  ["mcp__notes__add", ["mcp__notes__add"]],
  ["mcp__a.b", ["mcp__a_b__add"]],
  ["Task", ["Agent"]],
  ["*", names],
])("disallowedTools %s removes %j", (written, removed) => {
  expect(left({ disallowedTools: [written] })).toEqual(
    names.filter((name) => !removed.includes(name)),
  );
});
