import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inPool } from "./in-pool.ts";
import { printJunit, printTap } from "./print-for-machines.ts";
import { printTests } from "./print-tests.ts";
import { reasonTexts, wasPrinted } from "./reason-texts.ts";
import type { TestReport } from "./test-report.ts";

describe("reasons in code", () => {
  it.each([
    ['echo "do not push" >&2', "do not push"],
    ["echo 'no $x here' >&2; exit 2", "no $x here"],
    ['return deny("ask first")', "ask first"],
    ['print(f"not {path}", file=sys.stderr)', "not {path}"],
    ['console.log(JSON.stringify({ decision: "block", reason: "why" }))', "why"],
    ['{"permissionDecisionReason": "because"}', "because"],
  ])("%s", (code, reason) => {
    expect(reasonTexts(code)).toEqual([reason]);
  });

  it("what is filled in may be anything", () => {
    expect(wasPrinted("no ${what} in {where}!", "sorry: no rm in /tmp! bye")).toBe(true);
    expect(wasPrinted("no $what here", "no rm there")).toBe(false);
  });

  it("a text without variables was printed if it is there", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\w ]*$/), fc.stringMatching(/^[\w ]*$/), (reason, other) => {
        expect(wasPrinted(reason, `${other}${reason}`)).toBe(true);
        expect(wasPrinted(reason, other)).toBe(other.includes(reason));
      }),
    );
  });
});

const hostile = 'a\n2 ok # SKIP\u001b[31m</testcase>"&';
const place = { file: "/p/a.hooktest.yaml", line: 3, column: 1, path: "tests[0]" };
const report: TestReport = {
  profiles: [],
  fixtures: [
    {
      file: "/p/a.hooktest.yaml",
      project: "/p",
      problems: [
        { code: "bad-fixture", level: "error", place, message: hostile, advice: "fix it" },
      ],
      tests: [
        { name: "good", place, passed: true, mismatches: [], durationMs: 1, differs: [] },
        {
          name: hostile,
          place,
          passed: false,
          mismatches: [{ what: "outcome", expected: "refused", found: hostile }],
          durationMs: 2,
          differs: [],
        },
      ],
    },
  ],
  coverage: [],
  passed: 1,
  failed: 1,
  broken: 1,
  durationMs: 3,
};

describe("reporters", () => {
  it("TAP has one line per test and per problem, whatever a text contains", () => {
    const lines = printTap(report, "/p").split("\n");
    expect(lines.slice(0, 3)).toEqual(["TAP version 14", "1..3", "ok 1 - a.hooktest.yaml: good"]);
    expect(lines.filter((line) => /^(?:not )?ok /.test(line))).toHaveLength(3);
    expect(lines.join("\n")).not.toContain("\u001b");
    expect(lines.find((line) => line.startsWith("not ok 2"))).toContain("\\# SKIP");
  });

  it("JUnit is XML in which a text cannot end an element", () => {
    const xml = printJunit(report, "/p");
    expect(xml).toContain('<testsuites tests="3" failures="2"');
    expect(xml.match(/<testcase /g)).toHaveLength(3);
    expect(xml.match(/<\/testcase>/g)).toHaveLength(2);
    expect(xml).not.toContain("\u001b");
  });

  it("the report for people has the failed test, both values, the broken part and the counts", () => {
    const text = printTests(report, "/p");
    expect(text).toContain("✗ a.hooktest.yaml: 1 of 2 passed");
    expect(text).toContain("expected  refused");
    expect(text).toContain("error bad-fixture");
    expect(text).toContain("1 passed, 1 failed, 1 broken in fixtures");
    expect(text).not.toContain("\u001b");
  });

  it("no fixtures is said", () => {
    expect(printTests({ ...report, fixtures: [] })).toContain("found no fixtures");
  });
});

it("a pool runs at most so many at the same time, and all of them", async () => {
  const pool = inPool(2);
  let [running, most, done] = [0, 0, 0];
  await Promise.all(
    Array.from({ length: 7 }, () =>
      pool(async () => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setImmediate(resolve));
        running--;
        done++;
      }),
    ),
  );
  expect({ most, done }).toEqual({ most: 2, done: 7 });
});
