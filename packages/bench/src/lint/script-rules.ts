import { programOf } from "@snaphook/protocol";
import type { Script } from "./hook-code.ts";
import { type LintedHook, type LintRule, type LintSubject, warningAt } from "./lint-subject.ts";
import { withoutScript } from "./without-script.ts";

type Check = (script: Script, linted: LintedHook, subject: LintSubject) => ReturnType<LintRule>;

/** Applies a check to every script of every hook. */
const forEachScript =
  (check: Check): LintRule =>
  (subject) =>
    subject.hooks.flatMap((linted) =>
      linted.code.scripts.flatMap((script) => check(script, linted, subject)),
    );

/** A relative path depends on the agent's current directory. */
export const relativeScript: LintRule = forEachScript(({ isRelative, text, value }, linted) => {
  if (!isRelative) return [];
  return [
    warningAt(linted.hook, {
      code: "relative-script",
      message: `${text} is a relative path, and hooks run in the agent's current directory, so it is not found after a cd`,
      advice: `write ${stablePath(value.replace(/^(\.\/)+/, ""), linted)}`,
    }),
  ];
});

/** A path that works in every folder, as the command has to spell it. */
function stablePath(path: string, { hook: { handler, origin }, code }: LintedHook): string {
  if (origin.root === undefined) return "an absolute path";
  const isPlugin = origin.scope === "plugin";
  if (code.form === "shell")
    return isPlugin ? `"\${CLAUDE_PLUGIN_ROOT}"/${path}` : `"$CLAUDE_PROJECT_DIR"/${path}`;
  // Without a shell, only the form with args replaces variables (P5).
  if (programOf(handler)?.args === undefined) return "an absolute path";
  return `\${${isPlugin ? "CLAUDE_PLUGIN_ROOT" : "CLAUDE_PROJECT_DIR"}}/${path}`;
}

/** The command itself tests whether the script exists before it runs it. */
const testsFirst = /(?:^|[\s;&|(!])(?:\[\[?|test)\s/;

/** C6: loading does not check whether a script exists; lint does. */
export const missingScript: LintRule = forEachScript((script, { hook }, subject) => {
  const { found, path, text } = script;
  if (path === undefined || found === "file" || found === "not-looked-for") return [];
  if (testsFirst.test(hook.label)) return [];
  const problem = found === "nothing" ? "does not exist" : "is not a regular file";
  // As written, the path may already be the whole one.
  const message =
    text.replaceAll(/["']/g, "") === path
      ? `the script ${path} ${problem}`
      : `the script ${text} ${problem}: it would be ${path}`;
  return [
    warningAt(hook, {
      code: "missing-script",
      message,
      advice: `fix the path or create the script; ${withoutScript(script, hook, subject)}`,
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
