import {
  checkNewHook,
  printRun,
  type RunReport,
  type TriedHook,
  triedHook,
  tryHook,
} from "@snaphook/bench";
import { isCodeType } from "@snaphook/protocol";
import { type Form, triedHookOf } from "./form.ts";
import { checkMayChange } from "./menu-changes.ts";
import type { MenuData, MenuHook } from "./menu-data.ts";
import { MenuError } from "./menu-error.ts";
import type { MenuSource } from "./menu-source.ts";
import { completeInput, sampleText } from "./sample-text.ts";
import { trialOptions } from "./trial-options.ts";

/** What a test showed: in one line, and in full. */
export interface TestResult {
  readonly summary: string;
  readonly text: string;
  /** The command that repeats the run. */
  readonly copy: string | undefined;
}

/** Runs a configured hook with the sample input of its event. T8: only one that may run. */
export async function testHook(
  source: MenuSource,
  data: MenuData,
  target: MenuHook,
  signal: AbortSignal,
): Promise<TestResult> {
  const { hook, row, needsTrust } = target;
  if (hook === undefined) throw new MenuError("it is not a valid hook, so it cannot run");
  if (needsTrust) throw new MenuError(`it was not run, because it is ${row.state}; trust it first`);
  if (isCodeType(hook.handler.type))
    throw new MenuError("it is code of the host, which cannot be run here");
  const text = sampleText(hook.event, hook.matcher.pattern, data);
  return runTest(source, triedHook(hook), text, signal);
}

/** Runs the hook of a form, which need not be in any file. */
export async function testForm(
  source: MenuSource,
  form: Form,
  signal: AbortSignal,
): Promise<TestResult> {
  if (form.editing?.needsTrust)
    throw new MenuError(`it was not run, because it is ${form.editing.row.state}; trust it first`);
  return runTest(source, triedHookOf(form), form.draft.input, signal);
}

async function runTest(
  source: MenuSource,
  hook: TriedHook,
  text: string,
  signal: AbortSignal,
): Promise<TestResult> {
  checkMayChange(source);
  const hooks = await source.hooks();
  const options = trialOptions(source, hooks);
  const warnings = await checkNewHook(hook, options);
  const input = completeInput(hook.event, text, hooks);
  if (typeof input === "string") throw new MenuError(`the sample input cannot be used: ${input}`);
  const report = await tryHook(hook, input, { ...options, signal });
  return {
    summary: summaryOf(report),
    text: [...warnings.map((warning) => `warning: ${warning}`), printRun(report)].join("\n"),
    copy: report.ran[0]?.repeat ?? undefined,
  };
}

function summaryOf({ ran, held, outcome }: RunReport): string {
  const [first] = ran;
  if (first)
    return `${first.end.how === "timedOut" ? "timed out" : first.ending} after ${Math.round(first.durationMs)} ms; ${outcome.action}`;
  const [hold] = held;
  return hold
    ? `it did not run: ${hold.because}`
    : "it did not run: its matcher or `if` does not select this input";
}
