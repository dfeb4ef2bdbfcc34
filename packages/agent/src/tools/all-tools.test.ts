import { tools } from "@snaphook/protocol";
import { describe, expect, test } from "vitest";
import { allTools } from "./all-tools.ts";
import { session } from "./testing.ts";
import type { Tool } from "./tool.ts";

const named = (name: string): Tool => {
  const found = allTools.find((tool) => tool.name === name);
  if (found === undefined) throw new Error(`no tool ${name}`);
  return found;
};

const parse = (name: string, input: unknown) => {
  const { context, project } = session();
  return { ...named(name).parse(input, context), project };
};

const exampleOf = (name: string) => tools[name]?.example ?? {};

describe("E24 the input of a tool", () => {
  test.each(allTools.map(({ name }) => name))("%s: has the fields of the contract", (name) => {
    const contract = tools[name]?.input.toJsonSchema() ?? {};
    const { properties, required = [] } = named(name).inputSchema;
    expect(Object.keys(properties as object)).toEqual(
      expect.arrayContaining(Object.keys(contract["properties"] as object)),
    );
    expect(required).toEqual(contract["required"] ?? []);
  });

  test.each(allTools.map(({ name }) => name))("%s: a complete one stays as it is", (name) => {
    expect(parse(name, exampleOf(name))).toMatchObject({ ok: true, input: exampleOf(name) });
    const result = parse(name, exampleOf(name));
    expect(Object.keys(result.ok ? result.input : {})).toEqual(Object.keys(exampleOf(name)));
  });

  test.each(allTools.map(({ name }) => name))("%s: the sample answer is one it gives", (name) => {
    expect(named(name).validateOutput(tools[name]?.responseExample)).toBeUndefined();
  });

  test("defaults are filled in, strings become numbers and booleans, paths become absolute", () => {
    const { project, ...edit } = parse("Edit", {
      file_path: "a",
      old_string: "1",
      new_string: "2",
    });
    expect(edit).toEqual({
      ok: true,
      input: { file_path: `${project}/a`, old_string: "1", new_string: "2", replace_all: false },
    });
    expect(
      parse("Bash", { command: "ls", timeout: "500", run_in_background: "true" }),
    ).toMatchObject({
      input: { command: "ls", timeout: 500, run_in_background: true },
    });
    const read = parse("Read", { file_path: "./x/../b", offset: " 5 ", limit: null });
    expect(read).toMatchObject({ input: { file_path: `${read.project}/b`, offset: 5 } });
    expect(read.ok && "limit" in read.input).toBe(false);
    const { context } = session();
    const home = named("Read").parse({ file_path: "~/x" }, context);
    expect(home).toMatchObject({ input: { file_path: `${context.home}/x` } });
    expect(parse("Write", { file_path: "/a", content: "5" })).toMatchObject({
      input: { content: "5" },
    });
  });

  test.each([
    ["Bash", { nope: 1 }, /"command" is missing: it must be a string.*"nope" is not a known key/],
    ["Bash", { command: 42 }, /"command" must be a string, but is 42/],
    ["Bash", { command: null }, /"command" must be a string, but is null/],
    ["Bash", { command: "ls", timeout: "soon" }, /"timeout" must be a number, but is "soon"/],
    ["Bash", { command: "ls", timeout: 0 }, /"timeout" must be/],
    ["Bash", "ls", /it must be an object, but is "ls"/],
    ["Bash", undefined, /it must be an object, but is missing/],
    ["Bash", [], /it must be an object, but is a list/],
    ["Read", { file_path: "" }, /"file_path" must be a string that is not empty/],
    ["Read", { file_path: "a", limit: 1.5 }, /"limit" must be a whole number, but is 1.5/],
    [
      "Edit",
      { file_path: "a", old_string: "", new_string: "", replaceAll: true },
      /did you mean "replace_all"\?/,
    ],
    [
      "Grep",
      { pattern: "x", output_mode: "all" },
      /one of "files_with_matches", "content", "count"/,
    ],
    ["TaskList", { x: 1 }, /"x" is not a known key \(there are no keys\)/],
  ])("E17 %s %j: says what is wrong and what is expected", (name, input, words) => {
    const result = parse(name, input);
    expect(result).toMatchObject({ ok: false, problem: expect.stringMatching(words) });
    expect(result).toMatchObject({ problem: expect.stringContaining(name) });
  });

  test("an input that a hook has replaced is checked again", async () => {
    const { context } = session();
    const { signal } = new AbortController();
    await expect(named("Bash").run({ command: 5 }, context, signal)).rejects.toThrow("a string");
  });
});

describe("E24 the tools", () => {
  test("describe their input as JSON Schema, with only the necessary keys required", () => {
    expect(named("Edit").inputSchema).toMatchObject({
      type: "object",
      properties: {
        file_path: { type: "string" },
        replace_all: { type: "boolean", default: false },
      },
      required: ["file_path", "old_string", "new_string"],
      additionalProperties: false,
    });
    for (const { inputSchema, makeInputSchema, description } of allTools) {
      expect(inputSchema).toEqual(makeInputSchema());
      expect(inputSchema).toMatchObject({ type: "object" });
      expect(inputSchema).not.toHaveProperty("$schema");
      expect(description).not.toBe("");
    }
  });

  test("G1 say what they may do", () => {
    const access = (name: string) => {
      const result = parse(name, exampleOf(name));
      return result.ok ? named(name).access(result.input) : result.problem;
    };
    expect(Object.fromEntries(allTools.map(({ name }) => [name, access(name)]))).toEqual({
      EnterWorktree: { kind: "other" },
      ExitWorktree: { kind: "other" },
      Agent: { kind: "read" },
      Bash: { kind: "command", command: "npm test" },
      Read: { kind: "read", path: "/project/src/index.ts" },
      Write: { kind: "edit", path: "/project/notes.txt" },
      Edit: { kind: "edit", path: "/project/src/index.ts" },
      NotebookEdit: { kind: "edit", path: "/project/report.ipynb" },
      Glob: { kind: "read" },
      Grep: { kind: "read" },
      WebFetch: { kind: "fetch", url: "https://example.com/" },
      Skill: { kind: "other" },
      WebSearch: { kind: "other" },
      TaskCreate: { kind: "read" },
      TaskUpdate: { kind: "read" },
      TaskList: { kind: "read" },
      TaskGet: { kind: "read" },
      EnterPlanMode: { kind: "read" },
      ExitPlanMode: { kind: "user", what: "plan" },
      AskUserQuestion: { kind: "user", what: "question" },
      SendMessage: { kind: "read" },
    });
  });

  test("say which calls may run in parallel", () => {
    const together = allTools.filter(({ name, concurrent }) => concurrent(exampleOf(name)));
    expect(together.map(({ name }) => name)).toEqual([
      "Agent",
      "Read",
      "Glob",
      "Grep",
      "WebFetch",
      "TaskList",
      "TaskGet",
      "WebSearch",
    ]);
    const bash = (command: string, more: object = {}) =>
      named("Bash").concurrent({ command, ...more });
    expect(bash("ls | wc -l")).toBe(true);
    expect(bash("cd src && ls")).toBe(false);
    expect(bash("touch x")).toBe(false);
    expect(bash("ls", { run_in_background: true })).toBe(false);
  });

  test("A5 accept a replacement that matches their output schema, and no other", () => {
    const bash = named("Bash");
    const output = { stdout: "x", stderr: "", interrupted: false, isImage: false };
    expect(bash.validateOutput(output)).toBeUndefined();
    expect(bash.validateOutput({ ...output, more: 1 })).toBeUndefined();
    expect(bash.text(output)).toBe("x");
    expect(bash.validateOutput("text")).toMatch(/Bash: it must be an object, but is "text"/);
    expect(bash.validateOutput({ stdout: "x" })).toMatch(/"stderr" is missing/);
    for (const tool of allTools) {
      expect(tool.validateOutput("text")).toContain(tool.name);
      expect(tool.validateOutput({})).toContain("is missing");
    }
    const write = { type: "create", filePath: "/a", content: "" };
    expect(named("Write").validateOutput(write)).toBeUndefined();
    expect(named("Write").validateOutput({ ...write, type: "other" })).toContain('"type"');
  });
});
