import { closeSync, fstatSync, ftruncateSync, realpathSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import {
  filterTimeline,
  hookFits,
  htmlPage,
  otlpTraces,
  printTimeline,
  type Timeline,
} from "@snaphook/bench";
import { openToAppend, troubleOf } from "@snaphook/engine/internal";
import { printJson, printMessage, printStyled, stdoutWidth } from "../print.ts";
import { readTimeline } from "../read-timeline.ts";
import { suggestName, UsageError } from "../usage-error.ts";

export interface TraceFlags {
  readonly hook?: string;
  readonly event?: string;
  readonly changed?: boolean;
  readonly all?: boolean;
  readonly html?: string;
  readonly otlp?: string;
  readonly json?: boolean;
}

/** `trace`: exits with 1 if a line could not be read; the others are shown. */
export async function trace(files: readonly string[], flags: TraceFlags): Promise<void> {
  const whole = readTimeline(files);
  checkFilter(whole, flags);
  const timeline = filterTimeline(whole, flags);
  const { html, otlp } = flags;
  const title = `Hooks in ${files.map((file) => basename(file)).join(", ")}`;
  if (html !== undefined) write(html, htmlPage(timeline, title), files);
  if (otlp !== undefined) write(otlp, `${JSON.stringify(otlpTraces(timeline))}\n`, files);
  if (flags.json) printJson(timeline);
  else if (html === undefined && otlp === undefined) show(timeline, whole, flags);
}

/** A trace is private to its owner, and so is what is made of it. */
function write(out: string, text: string, files: readonly string[]): void {
  if (files.some((file) => realpathSync(file) === pathOf(out)))
    throw new UsageError(`${out} is the trace itself; name another file`);
  try {
    const descriptor = openToAppend(out, 0o600);
    if (fstatSync(descriptor).isFile()) ftruncateSync(descriptor);
    writeFileSync(descriptor, text);
    closeSync(descriptor);
  } catch (error) {
    throw new UsageError(`${out} cannot be written: ${troubleOf(error).message}`);
  }
  printMessage(`wrote ${out}`);
}

function pathOf(file: string): string | undefined {
  try {
    return realpathSync(file);
  } catch {
    return undefined;
  }
}

function show(timeline: Timeline, whole: Timeline, { all = false }: TraceFlags): void {
  if (timeline.turns.length > 0)
    printStyled(printTimeline(timeline, { width: stdoutWidth(), all }));
  else
    printMessage(
      whole.turns.length > 0
        ? "no event fits these filters"
        : "there are no events of hooks in it; a transcript of Claude Code has none, but replay can read it",
    );
}

/** A filter with a typing mistake must not look like a session without hooks. */
function checkFilter({ turns }: Timeline, { hook, event }: TraceFlags): void {
  const events = turns.flatMap((turn) => turn.events);
  const names = [...new Set(events.map((one) => one.event))];
  if (event !== undefined && names.length > 0 && !names.includes(event))
    throw new UsageError(`there is no event "${event}" in it; ${suggestName(event, names)}`);
  const hooks = events.flatMap(({ runs, skipped }) => [
    ...runs,
    ...skipped.filter(({ held }) => held),
  ]);
  if (hook === undefined || hooks.length === 0 || hooks.some(hookFits(hook))) return;
  const labels = [...new Set(hooks.map(({ id, label }) => `${id} (${label})`))];
  throw new UsageError(`no hook in it has "${hook}" in its name; it has: ${labels.join(", ")}`);
}
