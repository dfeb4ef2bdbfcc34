import { describe, expect, it } from "vitest";
import { growthOf, workOf } from "../../../../scripts/testing/work-of.ts";
import { allowHolds, denyHolds } from "./permissions.ts";
import type { Rule } from "./rule.ts";

const context = { cwd: "/project", projectDirectory: "/project", home: "/home/user" };
const bashRule = (pattern: string): Rule => ({ text: `Bash(${pattern})`, tool: "Bash", pattern });
const rules = [bashRule("git *a*a*a*b"), bashRule("git:*")];

function judge(command: string) {
  const call = { toolName: "Bash", toolInput: { command } };
  const denied = rules.map((rule) => denyHolds(rule, call, context).holds);
  return { denied, allowed: allowHolds(rules, call, context).holds };
}

/** A part that is repeated, what stands before it, and how the work for twice as much of it may grow. */
const parts = {
  words: ["git ", "a ", 2],
  commands: ["git", "; git x", 2],
  substitutions: ["git ", "$(git ", 2],
  wrappers: ["", "nice ", 2],
  "unclear wrappers": ["", "sudo --x ", 2],
  functions: ["", "f()", 2],
  quotes: ["git ", "'a'\"b\"", 2],
  stars: ["git ", "*a", 2],
  sums: ["echo $((", "1+", 2],
  // The parser needs the square of these, and so only some of them are read.
  braces: ["git ", "{a,", 4],
  "here-documents": ["git ", "<<E ", 4],
} as const;

describe("M9 the work of judging", () => {
  it.each(Object.entries(parts))(
    "grows with the length: %s",
    async (_what, [start, part, most]) => {
      const judged = (size: number) => judge(start + part.repeat(size / part.length));
      expect(await growthOf(1000, judged)).toBeLessThan(most * 1.1);
    },
  );

  it.each([
    ...Object.entries(parts).map(([what, [start, part]]) => [
      `a megabyte of ${what}`,
      start + part.repeat(1_000_000 / part.length),
    ]),
    ["8,000 braces", `git ${"{a,".repeat(8000)}`],
    ["4,000 here-documents", `git ${"<<E ".repeat(4000)}`],
  ])("is next to nothing where the text is not read: %s", async (_what, command = "") => {
    let judged: unknown;
    const work = await workOf(() => {
      judged = judge(command);
    });
    expect(work).toBeLessThan(5000);
    expect(judged).toEqual({ denied: [true, true], allowed: false });
  });
});
