import type { ConfiguredHook } from "@snaphook/engine";
import type { Script } from "./hook-code.ts";
import { type LintedHook, type LintRule, warningAt } from "./lint-subject.ts";

/** Applies a check to every script of every hook. */
const forEachScript =
  (check: (script: Script, linted: LintedHook) => ReturnType<LintRule>): LintRule =>
  ({ hooks }) =>
    hooks.flatMap((linted) => linted.code.scripts.flatMap((script) => check(script, linted)));

/** A relative path depends on the agent's current directory. */
export const relativeScript: LintRule = forEachScript(({ isRelative, text, value }, { hook }) => {
  if (!isRelative) return [];
  return [
    warningAt(hook, {
      code: "relative-script",
      message: `${text} is a relative path, and hooks run in the agent's current directory, so it is not found after a cd`,
      advice: `write ${stablePath(value.replace(/^(\.\/)+/, ""), hook)}`,
    }),
  ];
});

function stablePath(path: string, { origin }: ConfiguredHook): string {
  if (origin.scope === "plugin") return `"\${CLAUDE_PLUGIN_ROOT}"/${path}`;
  if (origin.root === undefined) return "an absolute path";
  return `"$CLAUDE_PROJECT_DIR"/${path}`;
}

/** The command itself tests whether the script exists before it runs it. */
const testsFirst = /(?:^|[\s;&|(!])(?:\[\[?|test)\s/;

/** C6: loading does not check whether a script exists; lint does. */
export const missingScript: LintRule = forEachScript(({ found, path, text }, { hook }) => {
  if (path === undefined || found === "file" || found === "not-looked-for") return [];
  if (testsFirst.test(hook.label)) return [];
  const message =
    found === "nothing"
      ? `${text} names ${path}, which does not exist`
      : `${text} names ${path}, which is not a regular file`;
  return [
    warningAt(hook, {
      code: "missing-script",
      message,
      advice: "fix the path or create the script; until then the hook fails every time it runs",
    }),
  ];
});

/** A script that is run without an interpreter must be executable. */
export const scriptNotExecutable: LintRule = forEachScript((script, { hook }) => {
  const { start, found, isExecutable, path, text } = script;
  if (start !== "direct" || found !== "file" || isExecutable) return [];
  return [
    warningAt(hook, {
      code: "script-not-executable",
      message: `${text} is run directly, but ${path} is not executable`,
      advice: `run chmod +x on it, or name an interpreter: bash ${text}`,
    }),
  ];
});
