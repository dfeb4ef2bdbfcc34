import { jsonLinesTrace, type TraceSink } from "@snaphook/engine";
import { systemClock } from "@snaphook/engine/internal";
import { printedLines } from "@snaphook/protocol";
import type { Emit } from "../loop/agent-event.ts";
import { debugFile, debugLog } from "./debug/debug-log.ts";
import { debugSession, type SessionDebug, traceToAll } from "./debug/debug-session.ts";
import type { Output } from "./output.ts";

/** What is recorded of a session besides what its mode shows. */
export interface RecordOptions {
  /** U2: which lines, and into which file; without one they go to stderr. */
  readonly debug?: { readonly filter?: string; readonly file?: string };
  /** One JSON line per dispatch goes to this file (P15). */
  readonly trace?: string;
}

export interface SessionRecords {
  /** For the option `trace` of the session. */
  readonly trace: TraceSink | undefined;
  /** Gets every event, before the mode does. */
  readonly emit: Emit;
}

/** `--debug` and `--trace`, the same in every mode. `stderr` gets the log without a file, and what fails. */
export function sessionRecords(
  options: RecordOptions,
  stderr: Pick<Output, "write">,
): SessionRecords {
  const debug = options.debug && debugOf(options.debug, stderr);
  return {
    trace: traceToAll([
      ...(options.trace === undefined ? [] : [traceTo(options.trace, stderr)]),
      ...(debug ? [debug] : []),
    ]),
    emit: (event) => debug?.emit(event),
  };
}

/** A trace that cannot be written is reported once, and the session continues without it. */
const traceTo = (file: string, stderr: Pick<Output, "write">): TraceSink =>
  jsonLinesTrace(file, {
    onFailure: (message) => stderr.write(printedLines([`warning: ${message}`])),
  });

function debugOf(
  { filter, file }: NonNullable<RecordOptions["debug"]>,
  stderr: Pick<Output, "write">,
): SessionDebug {
  const write = file === undefined ? stderr.write : debugFile(file, stderr);
  return debugSession(
    debugLog({ write, date: systemClock.date, ...(filter === undefined ? {} : { filter }) }),
  );
}
