import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readGroups } from "./group.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/security.md"), "utf8");
const groups = readGroups();

it("there are at least 400 tries, and every group has some", () => {
  expect(groups.flatMap(({ tries }) => tries).length).toBeGreaterThanOrEqual(400);
  expect(groups.filter(({ tries }) => tries.length === 0)).toEqual([]);
});

it("what may go through is under a heading of the page that says what is not promised", () => {
  const headings = page.split("## What is not promised")[1]?.match(/^### .*$/gm) ?? [];
  for (const { name, tries } of groups)
    for (const { notPromised } of tries)
      if (notPromised !== undefined) expect(headings, name).toContain(`### ${notPromised}`);
});

it("a try is not both work to do and not promised", () => {
  const both = groups.flatMap(({ tries }) => tries.filter((one) => one.open && one.notPromised));
  expect(both).toEqual([]);
});
