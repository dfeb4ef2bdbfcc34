import type { Diagnostic, Hooks } from "@snaphook/engine";
import type { LintReport } from "@snaphook/protocol";
import { filesOf } from "../files.ts";
import { inactiveRows, printInactive } from "../inactive.ts";
import { printDiagnostics, printFiles } from "../print.ts";
import { answerThenExitOne } from "./answer-exit-rule.ts";
import { answerIgnored, fieldAtTopLevel, misspeltAnswer, unknownWord } from "./answer-rules.ts";
import { claudeCodeIgnoresFile } from "./claude-code-rule.ts";
import { outputByName } from "./device-rule.ts";
import { exitCodeDiscarded } from "./discarded-exit-rule.ts";
import { duplicateAcrossScopes } from "./duplicate-rule.ts";
import { exitOneAllows } from "./exit-one-rule.ts";
import {
  editGuardNotBash,
  guardFailsOpen,
  guardInBackground,
  stopHookIgnoresFlag,
} from "./guard-rules.ts";
import { unknownInputField } from "./input-rule.ts";
import { type LintOptions, type LintRule, lintSubject } from "./lint-subject.ts";
import { notOnPlatform } from "./platform-rule.ts";
import { prewarmRunsEarly } from "./prewarm-rule.ts";
import { neverInProfile } from "./profile-rule.ts";
import { badShebang, crlfScript, unreadableScript } from "./script-file-rules.ts";
import { missingScript, relativeScript, scriptNotExecutable } from "./script-rules.ts";
import { bashSyntax, needsShell } from "./shell-rules.ts";
import { stdinReadTwice } from "./stdin-rule.ts";
import { checkStoredFiles } from "./stored-files.ts";
import { unprotectedScript } from "./unprotected-rule.ts";
import { pluginRootNotHere, unquotedRoot, unsetVariable } from "./variable-rules.ts";

/** The rules that need more than one entry, or the file system; the engine applies the others when it loads files. */
const rules: readonly LintRule[] = [
  relativeScript,
  missingScript,
  scriptNotExecutable,
  duplicateAcrossScopes,
  claudeCodeIgnoresFile,
  guardFailsOpen,
  guardInBackground,
  exitOneAllows,
  exitCodeDiscarded,
  answerThenExitOne,
  stopHookIgnoresFlag,
  editGuardNotBash,
  outputByName,
  neverInProfile,
  prewarmRunsEarly,
  misspeltAnswer,
  fieldAtTopLevel,
  answerIgnored,
  unknownWord,
  unknownInputField,
  unsetVariable,
  stdinReadTwice,
  pluginRootNotHere,
  unquotedRoot,
  bashSyntax,
  needsShell,
  unreadableScript,
  crlfScript,
  badShebang,
  notOnPlatform,
  unprotectedScript,
];

/** All errors and warnings about the configuration, sorted by file, line and column. Starts no process (T8). */
export async function lintReport(hooks: Hooks, options: LintOptions = {}): Promise<LintReport> {
  const subject = await lintSubject(hooks, options);
  const { diagnostics } = subject.snapshot;
  const all = [
    ...diagnostics,
    ...rules.flatMap((rule) => rule(subject)),
    ...(await checkStoredFiles(hooks)),
    ...(options.found ?? []),
  ];
  return {
    files: filesOf(hooks),
    diagnostics: all.toSorted(byPlace),
    inactive: await inactiveRows(hooks),
  };
}

function byPlace({ place: left }: Diagnostic, { place: right }: Diagnostic): number {
  if (left.file !== right.file) return left.file < right.file ? -1 : 1;
  return left.line - right.line || left.column - right.column;
}

/** The files looked for, the findings, and a line that counts them, for a person. */
export function printLint({ files, diagnostics, inactive }: LintReport): string {
  const errors = diagnostics.filter(({ level }) => level === "error").length;
  const counts = [count(errors, "error"), count(diagnostics.length - errors, "warning")];
  const findings = diagnostics.flatMap((diagnostic) => [...printDiagnostics([diagnostic]), ""]);
  return [
    ...findings,
    // The diagnostics already name mistakes.
    ...printInactive(inactive.filter(({ kind }) => kind !== "invalid")),
    ...printFiles(files),
    "",
    counts.join(", "),
  ].join("\n");
}

const count = (number: number, what: string): string =>
  `${number} ${what}${number === 1 ? "" : "s"}`;
