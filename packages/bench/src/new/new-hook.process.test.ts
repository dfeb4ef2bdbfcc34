import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createHooks, eventNames } from "@snaphook/engine";
import { type EventDefinition, events } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { recipes } from "../generated/recipes.ts";
import { lintReport } from "../lint/lint.ts";
import { printTests } from "../test/print-tests.ts";
import { allPassed } from "../test/test-report.ts";
import { makeProject, oneHook } from "../testing/make-project.ts";
import { newHook } from "./new-hook.ts";
import { findRecipes, languages, withFileName } from "./recipe.ts";
import { scaffold } from "./scaffold.ts";

describe("a new hook", () => {
  it.each(languages)(
    "in %s is trusted, passes its test, and lint finds nothing",
    async (language) => {
      const project = makeProject({});
      const recipe = scaffold({ name: "first", event: "PreToolUse", tool: "Bash", language });
      const { report, ids } = await newHook(recipe, project);
      expect(allPassed(report), printTests(report)).toBe(true);
      expect(report.passed).toBe(2);
      const hooks = await createHooks({ cwd: project.cwd, home: project.home, sessionId: "s" });
      const [status] = await hooks.config.statuses();
      expect(status).toMatchObject({ state: "ready", hook: { id: ids[0] } });
      const { diagnostics } = await lintReport(hooks, { home: project.home, platform: "linux" });
      await hooks.close();
      expect(diagnostics).toEqual([]);
    },
  );

  it("works for every event", { timeout: 180_000 }, async () => {
    for (const event of eventNames) {
      const { isAboutTool }: EventDefinition = events[event];
      const tool = isAboutTool ? { tool: "Write" } : {};
      const recipe = scaffold({ name: event.toLowerCase(), event, language: "sh", ...tool });
      const { report } = await newHook(recipe, makeProject({}));
      expect(allPassed(report), `${event}\n${printTests(report)}`).toBe(true);
    }
  });

  it("keeps the settings and the trust of the others, and trusts nothing else", async () => {
    const before = oneHook("PreToolUse", "echo other");
    const project = makeProject({ ".claude/settings.json": before });
    const recipe = scaffold({ name: "first", event: "PreToolUse", tool: "Bash", language: "sh" });
    const { report } = await newHook(recipe, project);
    expect(allPassed(report), printTests(report)).toBe(true);
    const settings = JSON.parse(readFileSync(join(project.cwd, ".claude/settings.json"), "utf8"));
    expect(settings.hooks.PreToolUse[0]).toEqual(JSON.parse(before).hooks.PreToolUse[0]);
    expect(settings.hooks.PreToolUse).toHaveLength(2);
    const hooks = await createHooks({ cwd: project.cwd, home: project.home, sessionId: "s" });
    const states = (await hooks.trust.list()).map(
      ({ label, answer }) => `${label}: ${answer.state}`,
    );
    await hooks.close();
    expect(states).toEqual([
      "PreToolUse echo other: untrusted",
      'PreToolUse "$CLAUDE_PROJECT_DIR"/.claude/hooks/first.sh: trusted',
    ]);
  });

  it.each([
    [{ ".claude/settings.json": '{ "hooks": ' }, "fix the file first"],
    [{ ".claude/settings.json": '{ "hooks": [] }' }, "does not have hooks by event"],
    [
      { ".claude/settings.json": '{ "hooks": { "PreToolUse": {} } }' },
      "hooks.PreToolUse is not a list",
    ],
    [{ ".claude": "mine" }, ".claude is a file, not a folder"],
    [{ ".claude/hooks": "mine" }, ".claude/hooks is a file, not a folder"],
    [{ ".claude/hooks/first.sh": "mine" }, ".claude/hooks/first.sh exists already"],
  ])(
    "%j: says what is wrong and writes nothing",
    async (files: Readonly<Record<string, string>>, message) => {
      const project = makeProject(files);
      const recipe = scaffold({ name: "first", event: "PreToolUse", tool: "Bash", language: "sh" });
      await expect(newHook(recipe, project)).rejects.toThrow(message);
      const [[path = "", text] = []] = Object.entries(files);
      expect(readFileSync(join(project.cwd, path), "utf8")).toBe(text);
      expect(() => readFileSync(join(project.cwd, ".claude/hooks/first.hooktest.yaml"))).toThrow();
    },
  );
});

it("settings that are a FIFO are an error, and no one waits for a writer", async () => {
  const project = makeProject({});
  mkdirSync(join(project.cwd, ".claude"), { recursive: true });
  execFileSync("mkfifo", [join(project.cwd, ".claude/settings.json")]);
  const recipe = scaffold({ name: "first", event: "PreToolUse", tool: "Bash", language: "sh" });
  await expect(newHook(recipe, project)).rejects.toThrow("it is not a regular file");
});

describe("recipes by keywords", () => {
  it.each([
    ["never let it touch prod.env", "protect-files"],
    ["block dangerous commands", "block-dangerous-commands"],
    ["format files after a write", "format-on-write"],
    ["do not stop before the tests pass", "test-before-stop"],
    ["hide passwords and tokens in output", "redact-output"],
    ["log every call", "audit-log"],
    ["give it the git branch", "git-context"],
    ["desktop notification", "desktop-notice"],
    ["limit the cost", "cost-cap"],
  ])("%s", (text, name) => {
    const [best, next] = findRecipes(text, recipes);
    expect(best?.recipe.name).toBe(name);
    expect(next?.words.length ?? 0).toBeLessThan(best?.words.length ?? 0);
  });

  it("the file in the text takes the place of the one in the recipe", async () => {
    const text = "Never let it touch config/live.env, please.";
    const [best] = findRecipes(text, recipes);
    if (best === undefined) throw new Error("no recipe");
    const { recipe } = withFileName(best, text);
    expect(JSON.stringify(recipe.files)).not.toContain("prod.env");
    const { report } = await newHook(recipe, makeProject({}));
    expect(allPassed(report), printTests(report)).toBe(true);
  });

  it("a text without any known word fits nothing", () => {
    expect(findRecipes("xyzzy", recipes)).toEqual([]);
  });
});
