import { describe, expect, it } from "vitest";
import { caseNames } from "./case.ts";
import {
  parseExpectedFailures,
  problemsOfList,
  readExpectedFailures,
  surpriseOf,
} from "./expected-failures.ts";

const list = parseExpectedFailures("limit: 1\ncases:\n  one: not done yet\n");

describe("expected failures", () => {
  it("the list of this repository names cases that exist, as many as it says", () => {
    expect(problemsOfList(readExpectedFailures(), caseNames())).toEqual([]);
  });

  it("a list that grew or shrank without its limit is wrong, and so is an unknown name", () => {
    expect(problemsOfList(list, ["one"])).toEqual([]);
    expect(problemsOfList({ ...list, limit: 0 }, ["one"])).toHaveLength(1);
    expect(problemsOfList({ ...list, limit: 2 }, ["one"])).toHaveLength(1);
    expect(problemsOfList(list, ["two"])).toEqual([
      "one is expected to fail, but this case does not exist",
    ]);
  });

  it("reports an unlisted case that fails and a listed case that passes", () => {
    expect(surpriseOf("one", false, list)).toBeUndefined();
    expect(surpriseOf("two", true, list)).toBeUndefined();
    expect(surpriseOf("one", true, list)).toContain("remove it");
    expect(surpriseOf("two", false, list)).toContain("fails");
  });

  it("needs a limit, and a reason for each", () => {
    expect(() => parseExpectedFailures("cases: {}")).toThrow("limit");
    expect(() => parseExpectedFailures("limit: 1\ncases:\n  one:\n")).toThrow("one has no reason");
  });
});
