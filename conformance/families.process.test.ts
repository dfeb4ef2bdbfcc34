import { describe, expect, it } from "vitest";
import { caseNames, familyOf } from "./case.ts";
import { readExpectedFailures } from "./expected-failures.ts";
import { runCase } from "./run-case.ts";
import { target } from "./target.ts";

// All of them are `npm run conformance`; here the first of each family that is not known to fail.
const { reasons } = readExpectedFailures();
const families = Map.groupBy(
  caseNames().filter((name) => !reasons.has(name)),
  familyOf,
);
const firsts = [...families.values()].flatMap(([first]) => first ?? []);

describe("one case of each family", () => {
  it.concurrent.each(firsts)("%s", async (name) => {
    const { differences, stderr } = await runCase(name, { target });
    expect({ differences, stderr: differences.length === 0 ? "" : stderr }).toEqual({
      differences: [],
      stderr: "",
    });
  });
});
