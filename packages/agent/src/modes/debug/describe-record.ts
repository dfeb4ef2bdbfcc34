import type { TraceRecord } from "@snaphook/engine";
import type { TracedRun } from "@snaphook/engine/internal";
import { actionName } from "../../effects/action-name.ts";
import type { DebugLine } from "./debug-log.ts";

const about = "hooks";

/**
 * U2: a dispatch as lines of the debug log: the number of hooks checked, those that ran with command, limit,
 * exit and output, and why each other one did not run. V10: failures are warnings, stop requests are
 * information. Records are already bounded and free of secrets.
 */
export function describeRecord(record: TraceRecord): readonly DebugLine[] {
  const { event, kind, lookedAt, ran, held, merged, notMatched, durationMs, outcome } = record;
  const name = subjectOf(record);
  const counts = [
    `${lookedAt} hooks checked`,
    `${ran.length} ran`,
    ...(held.length > 0 ? [`${held.length} held back`] : []),
    ...(merged.length > 0 ? [`${merged.length} merged`] : []),
    ...(notMatched.length > 0 ? [`${notMatched.length} did not match`] : []),
  ].join(", ");
  const ended = `${name}: ${counts}; outcome ${outcome ? actionName(outcome) : "none"} after ${ms(durationMs)}`;
  const headings: Readonly<Record<typeof kind, string>> = {
    dispatch:
      record.overridden === undefined ? ended : `${ended}, without effect: ${record.overridden}`,
    background: `${name}: a background run ended`,
    answer: `${name}: the user answered ${json(record.answer)}`,
  };
  const because = (words: string) => (hook: { id: string; label: string; because: string }) =>
    debug(`${event}: ${words} ${hook.id} ${quoted(hook.label)}: ${inLine(hook.because)}`);
  return [
    debug(headings[kind]),
    ...ran.flatMap((run) => describeRun(event, run)),
    ...held.map(because("held back")),
    ...merged.map(({ id, label, into }) =>
      debug(`${event}: merged ${id} ${quoted(label)}: the same as ${into}`),
    ),
    ...notMatched.map(because("not matched")),
  ];
}

function describeRun(event: string, run: TracedRun): readonly DebugLine[] {
  const { id, label, type, scope, source, limitMs, decision, failure, notes } = run;
  const limit = limitMs === undefined ? "no limit" : `limit ${limitMs / 1000} s`;
  const decided = decision === "none" ? "" : `, ${decision}${reasonOf(run)}`;
  const head = `${event}: ran ${id} ${quoted(label)} (${type}, ${scope}, ${inLine(source)}, ${limit})`;
  return [
    debug(`${head}: ${endOf(run)} after ${ms(run.durationMs)}: ${run.ending}${decided}`),
    ...output(event, id, "stdout", run.stdout),
    ...output(event, id, "stderr", run.stderr),
    ...(run.answer === undefined ? [] : [debug(`${event}: ${id} answered ${json(run.answer)}`)]),
    ...notes.map((note) => debug(`${event}: ${id} note: ${inLine(note)}`)),
    ...(failure
      ? [line("warn", `${event}: ${id} failed (${failure.kind}): ${inLine(failure.detail)}`)]
      : []),
    ...(run.stop === undefined
      ? []
      : [line("info", `${event}: ${id} asks to stop: ${inLine(run.stop)}`)]),
  ];
}

const reasonOf = ({ reason }: TracedRun): string =>
  reason === undefined ? "" : ` (${inLine(reason)})`;

function output(
  event: string,
  id: string,
  name: string,
  { text, bytes, file }: TracedRun["stdout"],
): readonly DebugLine[] {
  if (bytes === 0) return [];
  const where = file === undefined ? "" : `, all of it in ${inLine(file)}`;
  return [debug(`${event}: ${id} ${name} (${bytes} bytes${where}): ${json(text)}`)];
}

function endOf({ end }: TracedRun): string {
  const detail = end.code ?? end.signal ?? end.status ?? end.cause;
  return detail === undefined ? end.how : `${end.how} ${inLine(String(detail))}`;
}

/** What the event is about, if it says so in one word. */
function subjectOf({ event, input, toolUseId, agent }: TraceRecord): string {
  const subject = input["tool_name"] ?? input["source"] ?? input["trigger"] ?? input["reason"];
  const more = [toolUseId, agent].flatMap((id) => id ?? []);
  const named = typeof subject === "string" ? `${event} ${inLine(subject)}` : event;
  return more.length === 0 ? named : `${named} (${more.map(inLine).join(", ")})`;
}

const line = (level: DebugLine["level"], text: string): DebugLine => ({ level, about, text });
const debug = (text: string): DebugLine => line("debug", text);

const ms = (duration: number): string => `${duration.toFixed(1)} ms`;
const json = (value: unknown): string => inLine(JSON.stringify(value) ?? "nothing");
const quoted = (text: string): string => json(text);

/** Escapes control characters, so that an entry stays on one line and cannot control a terminal. */
const inLine = (text: string): string =>
  text.replaceAll(/[\p{Cc}\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu, (character) =>
    character === "\n" ? "\\n" : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
