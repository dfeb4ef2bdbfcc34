import { globSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import {
  allPassed,
  chaosReport,
  lintReport,
  printChaos,
  printTests,
  testHooks,
} from "@snaphook/bench";
import { createHooks } from "@snaphook/engine";
import { describe, expect, it } from "vitest";

const recipes = globSync("*/recipe.json", { cwd: import.meta.dirname })
  .map(dirname)
  .sort();

it("there are recipes", () => {
  expect(recipes.length).toBeGreaterThan(7);
});

describe.each(recipes)("%s", (name) => {
  const cwd = join(import.meta.dirname, name);

  it("all its tests pass", async () => {
    const report = await testHooks({ cwd, trustProject: true });
    expect(allPassed(report), printTests(report)).toBe(true);
  });

  it("lint finds nothing", async () => {
    const hooks = await createHooks({ cwd, home: join(cwd, "no-home"), sessionId: "recipe" });
    const { diagnostics } = await lintReport(hooks, {
      home: join(cwd, "no-home"),
      platform: "linux",
    });
    await hooks.close();
    expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
  });

  it("its guards fail closed in every case", { timeout: 300_000 }, async () => {
    const report = await chaosReport({ cwd, home: join(cwd, "no-home"), trustProject: true });
    for (const { grade, faults } of report.hooks) {
      expect(["fails-closed", "guards-nothing"], printChaos(report)).toContain(grade);
      const untried = faults.filter(({ result }) => result === "not-tried").map(({ id }) => id);
      // An interpreter reads the script, so its permissions do not matter.
      expect(
        untried.filter((id) => id !== "not-executable"),
        printChaos(report),
      ).toEqual([]);
    }
  });

  it("has one fixture, at most one script, and one name", () => {
    const files = globSync(".claude/hooks/*", { cwd })
      .map((file) => basename(file))
      .sort();
    expect(new Set(files.map((file) => file.split(".")[0]))).toEqual(new Set([name]));
    expect(files.filter((file) => file.includes(".hooktest."))).toHaveLength(1);
    expect(files.length).toBeLessThan(3);
  });
});
