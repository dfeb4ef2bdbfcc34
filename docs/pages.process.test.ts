import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fencesOf, stepsOf } from "./testing/fences.ts";
import { matches } from "./testing/matches.ts";
import { playPage } from "./testing/play-page.ts";

const pageOf = (name: string) => readFileSync(join(import.meta.dirname, name), "utf8");

describe.each(["getting-started.md", "hooks.md"])("docs/%s", (name) => {
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

it("links between pages lead somewhere", () => {
  for (const [folder, name] of [
    ["docs", "hooks.md"],
    ["docs", "getting-started.md"],
    ["", "README.md"],
  ] as const) {
    const base = join(import.meta.dirname, "..", folder);
    const page = readFileSync(join(base, name), "utf8");
    const links = [...page.matchAll(/\]\(([^)#:]+)(#[^)]*)?\)/g)].map(([, path = ""]) => path);
    expect(links.length).toBeGreaterThan(0);
    for (const path of links) expect(existsSync(join(base, path)), `${name}: ${path}`).toBe(true);
  }
});

it("docs/timeline.svg is what the demo looks like", () => {
  const script = join(import.meta.dirname, "../scripts/picture.ts");
  const node = ["--conditions=workspace-source", script, "--check"];
  const { status, stderr } = spawnSync(process.execPath, node, { encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});
