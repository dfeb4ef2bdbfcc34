import { describe, expect, it } from "vitest";
import { boundedTest, boundedTestBy, limitedEventTest, limitedLoadTest } from "./bounded-test.ts";
import { newWorld } from "./testing.ts";

const slow = /^(\w+\s?)*$/;
const long = `${"a".repeat(40)}!`;

describe("boundedTest", () => {
  it("M4 gives the same result as the expression", () => {
    expect(boundedTest(/^Ba/, "Bash")).toBe("matches");
    expect(boundedTest(/^Ba/, "Edit")).toBe("does-not-match");
  });

  it("M4 gives up on an expression that takes too long, every time", async () => {
    for (let i = 0; i < 3; i++) {
      expect(boundedTest(slow, long)).toBe("ran-away");
      await new Promise((done) => setImmediate(done));
    }
    expect(boundedTest(slow, "fine")).toBe("matches");
  });

  it.each([
    ["once if it used its time", [50], 1],
    ["again if it hardly ran", [1, 1, 50], 3],
    ["until it had its time in pieces", [20, 20, 20], 2],
    ["five times at most", [0, 0, 0, 0, 0, 0, 0], 5],
  ])("M4 a test has 50 ms and is made %s", (_what, used, count) => {
    const bounds: number[] = [];
    const test = boundedTestBy((_expression, _value, boundMs) => {
      bounds.push(boundMs);
      return { usedMs: used[bounds.length - 1] ?? 0 };
    });
    expect(test(slow, long)).toBe("ran-away");
    expect(bounds).toEqual(Array.from({ length: count }, () => 50));
  });
});

describe("limitedEventTest", () => {
  it("M4 60 slow matchers of one event have 200 ms together, and those of the next event again", () => {
    let [now, count] = [0, 0];
    const ended: (() => void)[] = [];
    const test = limitedEventTest({
      test: () => {
        now += 50;
        count += 1;
        return "ran-away";
      },
      now: () => now,
      afterThisEvent: (renew) => ended.push(renew),
    });
    for (let i = 0; i < 60; i++) expect(test(slow, long)).toBe("ran-away");
    expect([count, ended.length]).toEqual([4, 1]);
    ended[0]?.();
    for (let i = 0; i < 60; i++) test(slow, long);
    expect([count, ended.length]).toEqual([8, 2]);
  });

  it("M4 slow matchers of a project are all tested within one bound, and their hooks run", async () => {
    const world = newWorld();
    const hooks = [{ type: "command", command: "guard" }];
    const groups = Array.from({ length: 60 }, (_, index) => ({
      matcher: `^${"(\\w*)*".repeat(6)}!${index}$`,
      hooks,
    }));
    world.write("project/.claude/settings.json", JSON.stringify({ hooks: { PreToolUse: groups } }));
    const snapshot = await world.load();
    await new Promise((done) => setImmediate(done));
    const before = process.cpuUsage();
    expect(snapshot.index.find("PreToolUse", ["mcp__server__tool_of_some_length"])).toHaveLength(
      60,
    );
    const { user, system } = process.cpuUsage(before);
    // 60 bounds of 50 ms would be three seconds.
    expect((user + system) / 1000).toBeLessThan(1500);
  });
});

/** A test that takes some milliseconds of a clock that only it moves. */
function slowTest(ms: number) {
  let [now, count] = [0, 0];
  const test = limitedLoadTest(
    () => {
      now += ms;
      count++;
      return "ran-away";
    },
    () => now,
  );
  return { ...test, count: () => count };
}

describe("limitedLoadTest", () => {
  it("M4 the tests of a load have 500 ms together, those of events have only theirs", () => {
    const { boundedTest: test, endLoading, count } = slowTest(50);
    for (let i = 0; i < 1000; i++) expect(test(slow, long)).toBe("ran-away");
    expect(count()).toBe(10);
    endLoading();
    for (let i = 0; i < 20; i++) test(slow, long);
    expect(count()).toBe(30);
  });

  it("M4 tests that take no time have no limit", () => {
    const { boundedTest: test, count } = slowTest(0);
    for (let i = 0; i < 1000; i++) test(slow, long);
    expect(count()).toBe(1000);
  });

  it("M4 many matchers that are slow on tool names load, and are reported", async () => {
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
