import { splitRules } from "@snaphook/engine/rules";
import { describe, expect, it } from "vitest";
import { parseCommand } from "./parse-command.ts";

const front = (...lines: readonly string[]) => `---\n${lines.join("\n")}\n---\nBody $1\n`;

describe("a command file", () => {
  it("E25 front matter and body", async () => {
    const text = front(
      "description: Reviews a file",
      "argument-hint: [file] [reason]",
      "allowed-tools: Bash(git add:*, git commit), Read",
      "model: small",
    );
    expect(await parseCommand(text)).toEqual({
      description: "Reviews a file",
      argumentHint: "[file] [reason]",
      allowedTools: ["Bash(git add:*, git commit)", "Read"],
      model: "small",
      ownName: undefined,
      forModel: true,
      hasHooks: false,
      forkAgent: undefined,
      body: "Body $1\n",
      problems: [],
    });
  });

  it("E25 a list of tools, a hint in quotation marks, other keys", async () => {
    const text = front(
      "allowed-tools: [Read, 'Bash(ls *)', 3]",
      'argument-hint: "[a]"',
      "x: {y: 1}",
    );
    expect(await parseCommand(text)).toMatchObject({
      allowedTools: ["Read", "Bash(ls *)"],
      argumentHint: "[a]",
      description: undefined,
      problems: [],
    });
  });

  it("E25 front matter that is not YAML is reported and read line by line", async () => {
    const text = front("description: what: ever: this", "model: 'small'", "a: [");
    expect(await parseCommand(text)).toMatchObject({
      description: "what: ever: this",
      model: "small",
      ownName: undefined,
      forModel: true,
      hasHooks: false,
      forkAgent: undefined,
      body: "Body $1\n",
      problems: [expect.stringContaining("not valid YAML")],
    });
  });

  it.each([
    ["no front matter", "Just text\n---\n"],
    ["one that never ends", "---\ndescription: x\n"],
    ["a line that only begins like one", "----\nx\n---\n"],
    ["nothing", ""],
  ])("E25 with %s the whole file is the body", async (_what, text) => {
    expect(await parseCommand(text)).toMatchObject({ body: text, description: undefined });
  });

  it("E25 a body keeps its bytes, whatever the line ends", async () => {
    const { body, description } = await parseCommand("---\r\ndescription: x\r\n---\r\n\r\n a \r\n");
    expect([body, description]).toEqual(["\r\n a \r\n", "x"]);
  });

  it.each([
    ["deep", `a: ${"[".repeat(10_000)}`, "call stack"],
    ["huge", `a: ${"x".repeat(100_000)}`, "longer than 64 KB"],
    ["full of aliases", "a: &a [1]\nb: [*a, *a]", "Alias resolution is disabled"],
    ["a list", "- 1", ""],
  ])("front matter that is %s is told, and its lines are read", async (_what, lines, why) => {
    expect(await parseCommand(front("model: m", lines))).toMatchObject({
      model: "m",
      body: "Body $1\n",
      problems: [expect.stringContaining(why)],
    });
  });

  it("reports syntax that is not supported", async () => {
    const { problems, body } = await parseCommand("Look: !`git status` and @src/a.ts");
    expect(problems).toEqual([expect.stringContaining("@file")]);
    expect(body).toBe("Look: !`git status` and @src/a.ts");
    expect((await parseCommand("mail a@b.c, wow! `code`")).problems).toEqual([]);
  });

  it("rules are separated outside of parentheses", () => {
    expect(splitRules([" Read,Edit  Bash(a, b (c)) ,"])).toEqual([
      "Read",
      "Edit",
      "Bash(a, b (c))",
    ]);
    expect(splitRules([")) Bash(open, end"])).toEqual(["))", "Bash(open, end"]);
  });
});
