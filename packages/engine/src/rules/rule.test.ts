import { describe, expect, it } from "vitest";
import { allowHolds, denyHolds, ifHolds } from "./permissions.ts";
import { parseRule } from "./rule.ts";

const context = { cwd: "/", projectDirectory: "/", home: "/root" };

describe("parseRule", () => {
  it.each([
    ["Bash", { text: "Bash", tool: "Bash" }],
    [" Bash(git *) ", { text: "Bash(git *)", tool: "Bash", pattern: "git *" }],
    ["Bash(echo (x))", { text: "Bash(echo (x))", tool: "Bash", pattern: "echo (x)" }],
    ["mcp__server", { text: "mcp__server", tool: "mcp__server" }],
    ["mcp__server__*", { text: "mcp__server__*", tool: "mcp__server__*" }],
    ["Read(../x)", { text: "Read(../x)", tool: "Read", pattern: "../x" }],
    ["TodoWrite", { text: "TodoWrite", tool: "TodoWrite" }],
  ])("M7 reads %j", (text, rule) => {
    expect(parseRule(text)).toEqual({ ok: true, rule });
  });

  it.each([
    "",
    "*",
    "echo *",
    "Bash(",
    "Bash()",
    "Bash( )",
    "Bash(:*)",
    "Bash(x",
    "Bash x)",
    "Bash)",
    "Bash(x) y",
    "(x)",
    "mcp__*__tool",
    "mcp__server(x)",
    "TodoWrite(x)",
    "Read(!x)",
    "Read(a/../b)",
    "Read(..)",
    "Read(a\nb)",
    "WebFetch(example.com)",
    "WebFetch(domain:)",
    "WebFetch(domain:a*.com)",
    "WebFetch(domain:a/b)",
  ])("M7 %j is broken, and the advice says what to write", (text) => {
    const parsed = parseRule(text);
    expect(parsed).toMatchObject({ ok: false });
    expect(parsed.ok ? "" : parsed.message).not.toBe("");
    expect(parsed.ok ? "" : parsed.advice).toMatch(/^(?:write|name) /);
  });

  it("M7 a broken rule never matches, however it came to be", () => {
    const rule = { text: "TodoWrite(x)", tool: "TodoWrite", pattern: "x" };
    const call = { toolName: "TodoWrite", toolInput: {} };
    expect(ifHolds(rule, call, context).holds).toBe(false);
    expect(denyHolds(rule, call, context).holds).toBe(false);
    expect(allowHolds([rule], call, context).holds).toBe(false);
  });
});
