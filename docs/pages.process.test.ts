import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fencesOf, stepsOf } from "./testing/fences.ts";
import { matches } from "./testing/matches.ts";
import { playPage } from "./testing/play-page.ts";

const pageOf = (name: string) => readFileSync(join(import.meta.dirname, name), "utf8");

const pages = [
  "command-line.md",
  "drive.md",
  "gateway.md",
  "getting-started.md",
  "hooks.md",
  "migrate.md",
  "plugins.md",
  "profiles.md",
  "replay.md",
  "scripted-model.md",
  "teams.md",
  "session-events.md",
  "test-hooks.md",
  "trace.md",
  "write-a-hook.md",
];

describe.each(pages)("docs/%s", (name) => {
  it("every command does what the page says", () => {
    const steps = stepsOf(fencesOf(pageOf(name)));
    expect(steps.length).toBeGreaterThan(5);
    for (const { step, exitCode, printed } of playPage(steps)) {
      const where = `docs/${name}:${step.commands.line}\n${step.commands.text}\nprinted:\n${printed}`;
      expect(exitCode, where).toBe(step.exitCode);
      if (step.expected === undefined) continue;
      expect(matches(printed, step.expected), `${where}\nexpected:\n${step.expected}`).toBe(true);
    }
  });

  it("what is shown as JSON is JSON", () => {
    for (const { language, text, line } of fencesOf(pageOf(name)))
      if (language === "json") expect(() => JSON.parse(text), `docs/${name}:${line}`).not.toThrow();
  });
});

describe("the comparison with what a page shows", () => {
  it.each([
    ["a\n", "a", true],
    ["a\nb\n", "a", false],
    ["in 12 ms\n", "in … ms", true],
    ["a\nb\nc\nd\n", "a\n…\nd", true],
    ["a\nb\nc\nd\n", "a\n…\nc", false],
    ["a\n", "a\n…", true],
    ["a.b\n", "a+b", false],
  ])("%j shown as %j: %s", (found, shown, fits) => {
    expect(matches(found, shown)).toBe(fits);
  });
});

it("docs/timeline.svg is what the demo looks like", () => {
  const script = join(import.meta.dirname, "../scripts/picture.ts");
  const node = ["--conditions=workspace-source", script, "--check"];
  const { status, stderr } = spawnSync(process.execPath, node, { encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});
