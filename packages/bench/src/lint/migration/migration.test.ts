import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type FixtureOptions, lintFixture } from "../testing.ts";

/** A setup as people bring it from another agent, and all that lint says about it. */
interface Setup extends FixtureOptions {
  readonly about: string;
  /** Every finding, as `code file:line:column`. */
  readonly findings: readonly string[];
  readonly hooks: number;
}

const folder = join(import.meta.dirname, "fixtures");
const names = readdirSync(folder);
const setupOf = (name: string): Setup =>
  JSON.parse(readFileSync(join(folder, name, "expect.json"), "utf8"));

describe("setups that exist", () => {
  it("are of many kinds: clean ones, and ones with many different mistakes", () => {
    const setups = names.map(setupOf);
    const codes = setups.flatMap(({ findings }) => findings.map((one) => one.split(" ")[0]));
    expect(names.length).toBeGreaterThanOrEqual(20);
    expect(setups.filter(({ findings }) => findings.length === 0).length).toBeGreaterThanOrEqual(3);
    expect(new Set(codes).size).toBeGreaterThanOrEqual(25);
  });

  it.each(names)(
    "C9 %s: is read as far as it can be, and everything else is explained",
    async (name) => {
      const { about: _, findings, hooks, ...options } = setupOf(name);
      const linted = await lintFixture(join(folder, name, "project"), options);
      expect({ findings: linted.findings, hooks: linted.hooks }).toEqual({ findings, hooks });
      for (const { message, advice } of linted.report.diagnostics) {
        expect(message).not.toBe("");
        expect(advice).not.toBe("");
      }
    },
  );
});
