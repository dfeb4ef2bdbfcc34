import { describe, expect, it } from "vitest";
import { allowHolds, denyHolds, ifHolds } from "./permissions.ts";
import { parseRule } from "./rule.ts";

const context = { cwd: "/project/sub", projectDirectory: "/project", home: "/home/user" };

function judge(text: string, toolName: string, toolInput: unknown) {
  const parsed = parseRule(text);
  if (!parsed.ok) throw new Error(parsed.message);
  const call = { toolName, toolInput };
  return [
    ifHolds(parsed.rule, call, context).holds,
    denyHolds(parsed.rule, call, context).holds,
    allowHolds([parsed.rule], call, context).holds,
  ].map(Number);
}

type Row = readonly [
  rule: string,
  tool: string,
  input: string,
  asIf: 0 | 1,
  asDeny: 0 | 1,
  asAllow: 0 | 1,
];

const paths: readonly Row[] = [
  ["Read(*.txt)", "Read", "/project/sub/f.txt", 1, 1, 1],
  ["Read(*.txt)", "Read", "/project/sub/deep/f.txt", 1, 1, 1],
  ["Read(*.txt)", "Read", "/project/f.txt", 1, 1, 1],
  ["Read(*.txt)", "Read", "/other/f.txt", 0, 0, 0],
  ["Read(*.txt)", "Read", "/project/sub/f.TXT", 0, 0, 0],
  ["Read(f.txt)", "Read", "f.txt", 1, 1, 1],
  ["Read(./f.txt)", "Read", "/project/sub/f.txt", 1, 1, 0],
  ["Read(./f.txt)", "Read", "/project/f.txt", 1, 1, 1],
  ["Read(.env)", "Read", "../.env", 1, 1, 1],
  ["Read(./secrets/**)", "Read", "/project/secrets/k", 1, 1, 1],
  ["Read(**/k)", "Read", "/project/a/k", 1, 1, 1],
  ["Edit(a.txt)", "Edit", "/project/a.txt", 1, 1, 1],
  ["Read(../x)", "Read", "/x", 1, 1, 1],
  ["Read(./f.txt)", "Read", "/project/sub/deep/f.txt", 0, 0, 0],
  ["Read(/project/sub/f.txt)", "Read", "/project/sub/f.txt", 1, 0, 0],
  ["Read(/f.txt)", "Read", "/project/f.txt", 1, 1, 1],
  ["Read(/f.txt)", "Read", "/f.txt", 1, 0, 0],
  ["Read(//project/f.txt)", "Read", "/project/f.txt", 1, 1, 1],
  ["Read(///project//f.txt)", "Read", "/project/f.txt", 1, 1, 1],
  ["Read(//f.txt)", "Read", "/project/f.txt", 0, 0, 0],
  ["Read(~/.ssh/**)", "Read", "/home/user/.ssh/id", 1, 1, 1],
  ["Read(~/.ssh/**)", "Read", "/home/user/.ssh/../x", 0, 0, 0],
  ["Read(~/.ssh/**)", "Read", "~/.ssh/id", 1, 1, 0],
  ["Read(~)", "Read", "/home/user/x", 1, 1, 1],
  ["Read(**)", "Read", "/project/sub/a/b", 1, 1, 1],
  ["Read(**)", "Read", "/etc/passwd", 0, 0, 0],
  ["Read(src/**)", "Read", "/project/sub/src/a/b", 1, 1, 0],
  ["Read(src/**)", "Read", "/project/src/a/b", 1, 1, 1],
  ["Read(src/**)", "Read", "/project/sub/src/../../x", 0, 0, 0],
  ["Read(src/**)", "Read", "/project/sub/a/src/b", 0, 0, 0],
  ["Read(src)", "Read", "/project/sub/src/a/b", 1, 1, 1],
  ["Read(../*.md)", "Read", "/project/x.md", 1, 1, 0],
  ["Read(../*.md)", "Read", "/project/deep/x.md", 0, 0, 0],
  ["Read(#x)", "Read", "#x", 1, 1, 1],
  ["Read(.env)", "Read", "./a/../b/.env", 1, 1, 1],
  ["Read", "Read", "/etc/passwd", 1, 1, 1],
  ["Edit(*.txt)", "Read", "f.txt", 0, 0, 0],
  ["Edit(*.txt)", "Write", "f.txt", 0, 1, 1],
  ["Edit(*.txt)", "Write", "f.md", 0, 0, 0],
  ["Edit(*.txt)", "NotebookEdit", "f.txt", 0, 1, 1],
  ["Edit", "NotebookEdit", "f.txt", 0, 1, 0],
  ["Write(*.txt)", "Edit", "f.txt", 0, 0, 0],
  ["Read(*.txt)", "Read", "", 1, 1, 0],
  ["Read(*.txt)", "Read", "f.txt\0", 1, 1, 0],
  ["Read(*.txt)", "Read", `${"x".repeat(5000)}.txt`, 1, 1, 0],
];

describe("path rules", () => {
  it.each(paths)("M7 %s on %s of %j: if %i, deny %i, allow %i", (rule, tool, path, ...expected) => {
    expect(judge(rule, tool, { file_path: path })).toEqual(expected);
  });

  it.each([
    ["Read(secret/**)", "Grep", { path: "secret" }, 0, 1, 0],
    ["Grep(src/**)", "Grep", { path: "src" }, 1, 1, 0],
    ["Grep(src/**)", "Grep", { path: "../src" }, 1, 1, 1],
    ["Grep(src/*.c)", "Grep", { path: "src" }, 0, 0, 0],
    ["Grep(**)", "Grep", { pattern: "x" }, 1, 1, 1],
    ["Glob(src/**)", "Glob", { path: "src", pattern: "*.c" }, 1, 1, 0],
    ["Glob(src/**)", "Glob", { path: "../src", pattern: "*.c" }, 1, 1, 1],
    ["Glob(src/**)", "Glob", { path: "src", pattern: "../../*" }, 0, 0, 0],
    ["Glob(src/**)", "Glob", { path: "src", pattern: "*/../../*" }, 1, 1, 0],
    ["Read(//etc/**)", "Glob", { pattern: "/etc/*" }, 0, 1, 0],
    ["NotebookEdit(*.ipynb)", "NotebookEdit", { notebook_path: "a.ipynb" }, 1, 1, 1],
  ])("M7 %s on %s with %j", (rule, tool, input, ...expected) => {
    expect(judge(rule, tool, input)).toEqual(expected);
  });

  it("M9 several allow rules are alternatives, and the path is named", () => {
    const rules = ["Read(a)", "Read(b)"].map((text) => ({
      text,
      tool: "Read",
      pattern: text[5] ?? "",
    }));
    const call = { toolName: "Read", toolInput: { file_path: "b" } };
    expect(allowHolds(rules, call, context)).toEqual({
      holds: true,
      because: 'path "/project/sub/b" matches Read(b)',
    });
  });
});

describe("rules for other tools", () => {
  it.each([
    ["WebFetch(domain:example.com)", "https://example.com/x", 1, 1, 1],
    ["WebFetch(domain:www.Example)", "https://WWW.EXAMPLE:8080/", 1, 1, 1],
    ["WebFetch(domain:example.com)", "https://example.com./", 1, 1, 1],
    ["WebFetch(domain:example.com)", "https://www.example.com/", 0, 0, 0],
    ["WebFetch(domain:example.com)", "https://example.com.evil.org/", 0, 0, 0],
    ["WebFetch(domain:example.com)", "https://example.com@evil.org/", 0, 0, 0],
    ["WebFetch(domain:*.example.com)", "https://www.example.com/", 1, 1, 1],
    ["WebFetch(domain:*.example.com)", "https://example.com/", 0, 0, 0],
    ["WebFetch(domain:*.example.com)", "https://evilexample.com/", 0, 0, 0],
    ["WebFetch(domain:*)", "https://any.example/", 1, 1, 1],
    ["WebFetch(domain:bücher.example)", "https://xn--bcher-kva.example/", 1, 1, 1],
    ["WebFetch(domain:example.com)", "example.com", 1, 1, 0],
    ["WebFetch", "nonsense", 1, 1, 1],
  ])("M7 %s on %s", (rule, url, ...expected) => {
    expect(judge(rule, "WebFetch", { url })).toEqual(expected);
  });

  it.each([
    ["mcp__git", "mcp__git__push", 1],
    ["mcp__git__*", "mcp__git__push", 1],
    ["mcp__git__push", "mcp__git__push", 1],
    ["mcp__git__push", "mcp__git__push__force", 0],
    ["mcp__git", "mcp__github__push", 0],
    ["mcp__git__*", "mcp__github__push", 0],
    ["mcp__git", "Bash", 0],
    ["Agent", "Task", 1],
    ["Task", "Agent", 1],
    ["Agent", "AgentX", 0],
  ])("M5 M7 %s on %s: %i", (rule, tool, expected) => {
    expect(judge(rule, tool, {})).toEqual([expected, expected, expected]);
  });

  it.each([
    ["Agent(Explore)", { subagent_type: "Explore" }, 1, 1, 1],
    ["Task(Explore)", { subagent_type: "Explore" }, 1, 1, 1],
    ["Agent(Explore)", { subagent_type: "Explorer" }, 0, 0, 0],
    ["Agent(Exp*)", { subagent_type: "Explorer" }, 1, 1, 1],
    ["Agent(explore)", { subagent_type: "Explore" }, 0, 1, 0],
    ["Agent(Explore)", {}, 1, 1, 0],
  ])("M5 M7 %s on an agent with %j", (rule, input, ...expected) => {
    expect(judge(rule, "Task", input)).toEqual(expected);
  });

  it.each([
    ["Skill", { skill: "review" }, 1, 1, 1],
    ["Skill(review)", { skill: "review" }, 1, 1, 1],
    ["Skill(review:*)", { skill: "review" }, 1, 1, 1],
    ["Skill(review)", { skill: "reviewer" }, 0, 0, 0],
    ["Skill(ops:deploy)", { skill: "ops:deploy" }, 1, 1, 1],
    ["Skill(ops:*)", { skill: "ops:deploy" }, 1, 1, 0],
    ["Skill(review)", {}, 1, 1, 0],
  ])("M7 %s on a skill with %j", (rule, input, ...expected) => {
    expect(judge(rule, "Skill", input)).toEqual(expected);
  });
});

describe("M7 rules for a whole MCP server, whose name or tools may contain __", () => {
  it.each([
    // rule, server, tool, deny, allow
    ["mcp__notes", "notes", "mcp__notes__add", true, true],
    ["mcp__notes__*", "notes", "mcp__notes__a__b", true, true],
    ["mcp__notes", "notes__evil", "mcp__notes__evil__add", true, false],
    ["mcp__notes__*", "notes__evil", "mcp__notes__evil__add", true, false],
    ["mcp__notes", undefined, "mcp__notes__evil__add", true, false],
    ["mcp__notes", undefined, "mcp__notes__add", true, true],
    ["mcp__s__t", "s__t", "mcp__s__t__x", true, true],
    ["mcp__s__t", "s", "mcp__s__t__x", false, false],
    ["mcp__s__t__*", undefined, "mcp__s__t__x", true, false],
    ["mcp__s__t", "s", "mcp__s__t", true, true],
    ["mcp__a.b", "a.b", "mcp__a_b__add", true, true],
    ["mcp__a.b__add", "a.b", "mcp__a_b__add", true, true],
    ["mcp__note", "notes", "mcp__notes__add", false, false],
  ])("M7 %s and a call of the server %s, %s", (text, mcpServer, toolName, denied, allowed) => {
    const parsed = parseRule(text);
    if (!parsed.ok) throw new Error(parsed.message);
    const call = { toolName, toolInput: {}, mcpServer };
    expect(denyHolds(parsed.rule, call, context).holds).toBe(denied);
    expect(allowHolds([parsed.rule], call, context).holds).toBe(allowed);
  });
});
