import { describe, expect, it } from "vitest";
import { boundedTest, boundedTestBy, patientTest } from "./bounded-test.ts";
import { newWorld } from "./testing.ts";

const slow = /^(\w+\s?)*$/;
const long = `${"a".repeat(40)}!`;

describe("boundedTest", () => {
  it("M4 answers as the expression does", () => {
    expect(boundedTest(/^Ba/, "Bash")).toBe("matches");
    expect(boundedTest(/^Ba/, "Edit")).toBe("does-not-match");
  });

  it("M4 gives up on one that runs away, again and again", () => {
    for (let i = 0; i < 3; i++) expect(boundedTest(slow, long)).toBe("ran-away");
    expect(boundedTest(slow, "fine")).toBe("matches");
  });

  it.each([
    ["once if it used its time", [50], 1],
    ["again if it hardly ran", [1, 1, 50], 3],
    ["until it had its time in pieces", [20, 20, 20], 2],
    ["five times at most", [0, 0, 0, 0, 0, 0, 0], 5],
  ])("M4 a test is made with 50 ms, %s", (_what, used, count) => {
    const bounds: number[] = [];
    const test = boundedTestBy((_expression, _value, boundMs) => {
      bounds.push(boundMs);
      return { usedMs: used[bounds.length - 1] ?? 0 };
    });
    expect(test(slow, long)).toBe("ran-away");
    expect(bounds).toEqual(Array.from({ length: count }, () => 50));
  });
});

/** A test that takes a while, on a clock of its own. */
function slowTest(ms: number) {
  let [now, count] = [0, 0];
  const test = patientTest(
    () => {
      now += ms;
      count++;
      return "ran-away";
    },
    () => now,
  );
  return { ...test, count: () => count };
}

describe("patientTest", () => {
  it("M4 the tests of a load have 500 ms together, those of events are made as always", () => {
    const { boundedTest: test, endOfLoading, count } = slowTest(50);
    for (let i = 0; i < 1000; i++) expect(test(slow, long)).toBe("ran-away");
    expect(count()).toBe(10);
    endOfLoading();
    for (let i = 0; i < 20; i++) test(slow, long);
    expect(count()).toBe(30);
  });

  it("M4 what takes no time is tested however often", () => {
    const { boundedTest: test, count } = slowTest(0);
    for (let i = 0; i < 1000; i++) test(slow, long);
    expect(count()).toBe(1000);
  });

  it("M4 many matchers that run away on names of tools load, and are told", async () => {
    const world = newWorld();
    // Each would take 50 ms for each of some 40 names.
    const matcher = `^${"(\\w*)*".repeat(6)}!$`;
    const hooks = [{ type: "command", command: "guard" }];
    const groups = Array.from({ length: 100 }, () => ({ matcher, hooks }));
    world.write("project/.claude/settings.json", JSON.stringify({ hooks: { PreToolUse: groups } }));
    const snapshot = await world.load();
    expect(snapshot.hooks).toHaveLength(100);
    expect(snapshot.diagnostics.filter(({ code }) => code === "slow-matcher")).toHaveLength(100);
    expect(snapshot.hooks[0]?.matcher.test("a".repeat(40))).toBe("ran-away");
    expect(snapshot.index.find("PreToolUse", ["Bash!"])).toHaveLength(100);
  });
});
