import { describe, expect, it } from "vitest";
import { handlers, isHandlerType } from "./table.ts";

describe("handlers", () => {
  it.each([
    ["command", ["command"]],
    ["http", ["url"]],
    ["prompt", ["prompt"]],
    ["agent", ["prompt"]],
    ["mcp_tool", ["server", "tool"]],
  ] as const)("%s needs %j", (type, required) => {
    const { handler, problems } = handlers[type].read({ type });
    expect(handler).toBeUndefined();
    expect(problems.map(({ path, required: needed }) => [path, needed])).toEqual(
      required.map((field) => [field, true]),
    );
    const whole = Object.fromEntries(required.map((field) => [field, "x"]));
    expect(handlers[type].read({ type, ...whole }).handler).toEqual({ type, ...whole });
  });

  it.each([0, -1, "5", null, Number.NaN])("C5 a timeout of %j counts as left out", (timeout) => {
    const { handler, problems } = handlers.command.read({ type: "command", command: "x", timeout });
    expect(handler).toEqual({ type: "command", command: "x" });
    expect(problems).toMatchObject([{ path: "timeout", required: false }]);
  });

  it("C9 unknown keys are kept and have no effect", () => {
    const entry = { type: "command", command: "x", _comment: "why" };
    expect(handlers.command.read(entry)).toEqual({ handler: entry, problems: [] });
  });

  it("H7 settings files cannot use the types callback and function", () => {
    expect(["callback", "function", "toString", 1].some(isHandlerType)).toBe(false);
  });
});
