import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

it("the demo: one call refused, one run, both explained and traced", () => {
  const node = ["--conditions=workspace-source", join(import.meta.dirname, "demo.ts")];
  const { status, stdout } = spawnSync(process.execPath, node, { encoding: "utf8" });
  expect(status).toBe(0);
  expect(stdout).toMatch(/refused +\[.*recursive deletes are not allowed here/);
  expect(stdout).toMatch(/tool +report\.txt/);
  expect(stdout.match(/2 of 3 hooks would run/g)).toHaveLength(2);
  const lines = stdout.split("\n").filter((line) => line.startsWith("{"));
  expect(lines.map((line) => JSON.parse(line).outcome.action)).toEqual(["refuse", "proceed"]);
});
