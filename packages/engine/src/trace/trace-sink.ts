import type { TraceRecord } from "@snaphook/protocol";
import { processWarning } from "../text/process-warning.ts";

/** Receives records: bounded, and without secrets (P15, T3). */
export interface TraceSink {
  record(record: TraceRecord): void;
  /** Called when the engine closes: writes what is waiting. The sink may be used again. */
  close?(): Promise<void> | void;
}

/** Where records go: a sink, or a function that gets each. */
export type TraceTarget = TraceSink | ((record: TraceRecord) => unknown);

/** Targets that have failed; each failure is reported once. */
const failing = new WeakSet<TraceTarget>();

/** Makes a record and passes it to the target, if there is one; a target that fails never breaks a dispatch. */
export function recordTo(target: TraceTarget | undefined, record: () => TraceRecord): void {
  if (!target) return;
  const lost = (error: unknown) => {
    if (failing.has(target)) return;
    failing.add(target);
    processWarning(`a trace record was lost: ${String(error)}`);
  };
  try {
    const made = record();
    const answer: unknown = typeof target === "function" ? target(made) : target.record(made);
    // The target may be asynchronous; its failure must not break the dispatch either.
    if (answer instanceof Promise) answer.catch(lost);
  } catch (error) {
    lost(error);
  }
}

export type { TraceRecord };
