import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchedBy, matcherInWords, matcherOf } from "./matcher-in-words.ts";

const words = (pattern: string | undefined, values?: readonly string[]) =>
  matcherInWords("PreToolUse", matcherOf(pattern, "reference"), values);

describe("U1 a matcher in words", () => {
  it("names the tools of a list, and says what an expression selects now", () => {
    expect(words(undefined)).toBe("all tools");
    expect(words("*")).toBe("all tools");
    expect(words("Bash|Edit")).toBe("these tools: Bash, Edit");
    expect(words("mcp__.*", ["Bash", "mcp__notes__add"])).toBe(
      "tools that match /mcp__.*/: mcp__notes__add",
    );
    expect(words("zz.*")).toBe("tools that match /zz.*/: none that is known");
    expect(words("(")).toBe("nothing: ( is not a valid regular expression");
    expect(words(",")).toBe("no tools");
  });

  it("says of other events what they match, and that a matcher can be ignored", () => {
    const of = (event: "SessionStart" | "Stop", pattern: string | undefined) =>
      matcherInWords(event, matcherOf(pattern, "reference"));
    expect(of("SessionStart", "startup")).toBe("these values of source: startup");
    expect(of("SessionStart", undefined)).toBe("every source");
    expect(of("Stop", undefined)).toBe("always");
    expect(of("Stop", "Bash")).toContain("it is ignored");
  });

  it("lists at most eight tools", () => {
    const tools = Array.from({ length: 20 }, (_, index) => `mcp__s__t${index}`);
    expect(words("mcp__.*", tools)).toContain("mcp__s__t7 and 12 more");
  });

  it("M5 a tool is matched under its other name, and nothing throws", () => {
    expect(matchedBy("PreToolUse", matcherOf("Task", "reference"), ["Agent"])).toEqual(["Agent"]);
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (pattern, values) => {
        const matcher = matcherOf(pattern, "reference");
        expect(values).toEqual(
          expect.arrayContaining([...matchedBy("PreToolUse", matcher, values)]),
        );
        expect(matcherInWords("PreToolUse", matcher, values)).not.toBe("");
      }),
      { numRuns: 50 },
    );
  });
});
