import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allowHolds, denyHolds, ifHolds } from "./permissions.ts";
import { parseRule, type Rule } from "./rule.ts";
import { commandsOf } from "./shell/command-line.ts";

const context = { cwd: "/project", projectDirectory: "/project", home: "/home/user" };
const bash = (command: string) => ({ toolName: "Bash", toolInput: { command } });
const bashRule = (pattern: string): Rule => ({ text: `Bash(${pattern})`, tool: "Bash", pattern });

/** Texts that are nearly command lines. */
const shellish = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ..."$( ` ) ( { } ${ \" ' \\ ; & | && || < > << <<- <<< # = ! [[ ]] (( )) \n * ?".split(" "),
      ),
      fc.constantFrom(
        "git",
        "rm",
        "bash",
        "-c",
        "sudo",
        "env",
        "X=1",
        "xargs",
        "eval",
        "if",
        "then",
        "fi",
        "EOF",
        " ",
        " ",
      ),
      fc.string({ maxLength: 4 }),
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(""));

describe("properties of rules", () => {
  it("M7-M9 never throw and always answer the same, whatever the rule and the call", () => {
    const tool = fc.constantFrom(
      "Bash",
      "Read",
      "Glob",
      "WebFetch",
      "Agent",
      "mcp__a",
      "TodoWrite",
    );
    const input = fc.oneof(
      shellish.map((text) => ({
        command: text,
        file_path: text,
        path: text,
        pattern: text,
        url: text,
      })),
      fc.anything(),
    );
    fc.assert(
      fc.property(tool, tool, shellish, input, (ruleTool, toolName, pattern, toolInput) => {
        parseRule(`${ruleTool}(${pattern})`);
        parseRule(pattern);
        const rule = { text: "rule", tool: ruleTool, pattern };
        const call = { toolName, toolInput };
        const judge = () => [
          ifHolds(rule, call, context),
          denyHolds(rule, call, context),
          allowHolds([rule], call, context),
        ];
        expect(judge()).toEqual(judge());
      }),
      { numRuns: 2000 },
    );
  });

  it("M9 an allow is never satisfied by a line that also runs something else", () => {
    const allowed = fc.constantFrom("git", "git status", "git log -1 'a b'", "git a | git b");
    const separator = fc.constantFrom(
      ";",
      "&&",
      "||",
      "|",
      "|&",
      "&",
      "\n",
      " \\\n; ",
      "; ! ",
      "; time ",
    );
    const other = fc.constantFrom(
      ...[
        "rm -rf /",
        "sudo git x",
        "gitk",
        "$X",
        "eval git",
        "PATH=. git",
        "bash -c rm",
        "'git x'",
      ],
      ...[
        "git >f",
        "git $(rm)",
        "git `rm`",
        "git <(rm)",
        "{ rm; }",
        "(rm)",
        "xargs rm",
        "exec git",
        "git 'x",
      ],
    );
    const rules = [bashRule("git:*"), bashRule("git status"), bashRule("git *")];
    fc.assert(
      fc.property(allowed, separator, other, fc.boolean(), (first, between, second, swap) => {
        const line = swap ? `${second} ${between} ${first}` : `${first} ${between} ${second}`;
        expect(allowHolds(rules, bash(first), context).holds).toBe(true);
        expect(allowHolds(rules, bash(line), context).holds).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it("M8 agrees with a plain model on lines of simple words", () => {
    const word = fc
      .stringMatching(/^[a-z]{1,3}$/)
      .filter((text) => commandsOf(`${text} x`).parsable);
    const command = fc.array(word, { minLength: 1, maxLength: 3 });
    const line = fc.array(command, { minLength: 1, maxLength: 4 });
    const separator = fc.constantFrom(" && ", "; ", " | ", "\n", " & ", " || ");
    fc.assert(
      fc.property(line, separator, word, (commands, between, wanted) => {
        fc.pre(
          commands
            .flat()
            .every((text) => !["fc", "su", "sh", "env", "ash", "ksh", "zsh"].includes(text)),
        );
        const text = commands.map((words) => words.join(" ")).join(between);
        const expected = commands.some(([name]) => name === wanted);
        expect(ifHolds(bashRule(`${wanted}:*`), bash(text), context).holds).toBe(expected);
      }),
      { numRuns: 1000 },
    );
  });

  it("M9 what an allow rule allows, the same rule as a deny forbids", () => {
    fc.assert(
      fc.property(shellish, fc.constantFrom("git:*", "git *", "rm *", "* x"), (rest, pattern) => {
        const call = bash(`git ${rest}`);
        if (allowHolds([bashRule(pattern)], call, context).holds)
          expect(denyHolds(bashRule(pattern), call, context).holds).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ["words", "git ", "a "],
    ["commands", "git", "; git x"],
    ["substitutions", "git ", "$(git "],
    ["here-documents", "git ", "<<E "],
    ["wrappers", "", "nice "],
    ["unclear wrappers", "", "sudo --x "],
    ["functions", "", "f()"],
    ["quotes", "git ", "'a'\"b\""],
    ["stars", "git ", "*a"],
    ["sums", "echo $((", "1+"],
  ])("M9 100 KB of %s are judged as 1 KB is", (_name, start, part) => {
    const rules = [bashRule("git *a*a*a*b"), bashRule("git:*")];
    const [short, long] = [1000, 100_000].map((size) => {
      const call = bash(start + part.repeat(size / part.length));
      return {
        denied: rules.map((rule) => denyHolds(rule, call, context).holds),
        allowed: allowHolds(rules, call, context).holds,
      };
    });
    expect(long).toEqual(short);
  });
});

describe("commandsOf", () => {
  it("M9 lists the simple commands from left to right, with what the line does besides", () => {
    const read = commandsOf("A=1 git 'a b' > f && (ls $(pwd)); rm x &");
    expect(read.commands.map(({ source }) => source)).toEqual([
      "A=1 git 'a b' > f",
      "pwd",
      "ls $(pwd)",
      "rm x",
    ]);
    expect(read).toMatchObject({
      parsable: true,
      hasSubstitution: true,
      hasFileRedirection: true,
      sideEffect: undefined,
    });
    expect(read.commands[0]).toMatchObject({
      assignments: ["A=1"],
      redirections: [{ operator: ">", target: "f" }],
    });
    expect(commandsOf("git 'x").parsable).toBe(false);
  });
});
