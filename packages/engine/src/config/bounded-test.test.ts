import { describe, expect, it } from "vitest";
import { boundedTest, patientTest } from "./bounded-test.ts";
import { newWorld } from "./testing.ts";

const slow = /^(\w+\s?)*$/;
const long = `${"a".repeat(40)}!`;

describe("boundedTest", () => {
  it("M4 answers as the expression does", () => {
    expect(boundedTest(/^Ba/, "Bash")).toBe("matches");
    expect(boundedTest(/^Ba/, "Edit")).toBe("does-not-match");
  });

  it("M4 gives up on one that runs away, again and again", () => {
    const start = performance.now();
    for (let i = 0; i < 3; i++) expect(boundedTest(slow, long)).toBe("ran-away");
    expect(performance.now() - start).toBeLessThan(3000);
    expect(boundedTest(slow, "fine")).toBe("matches");
  });
});

describe("patientTest", () => {
  it("M4 the tests of a load have an end together, those of events are made as always", () => {
    const { boundedTest: test, endOfLoading } = patientTest();
    const start = performance.now();
    for (let i = 0; i < 1000; i++) test(slow, long);
    expect(performance.now() - start).toBeLessThan(3000);
    expect(test(/^Ba/, "Edit")).toBe("ran-away");
    endOfLoading();
    expect(test(/^Ba/, "Edit")).toBe("does-not-match");
  });

  it("M4 many matchers that run away on names of tools load in time", async () => {
    const world = newWorld();
    const matcher = `^${"(\\w*)*".repeat(6)}!$`;
    const hooks = [{ type: "command", command: "guard" }];
    const groups = Array.from({ length: 100 }, () => ({ matcher, hooks }));
    world.write("project/.claude/settings.json", JSON.stringify({ hooks: { PreToolUse: groups } }));
    const start = performance.now();
    const snapshot = await world.load();
    expect(performance.now() - start).toBeLessThan(4000);
    expect(snapshot.hooks).toHaveLength(100);
    expect(snapshot.diagnostics.filter(({ code }) => code === "slow-matcher")).toHaveLength(100);
    expect(snapshot.hooks[0]?.matcher.test("a".repeat(40))).toBe("ran-away");
    expect(snapshot.index.find("PreToolUse", ["Bash!"])).toHaveLength(100);
  });
});
