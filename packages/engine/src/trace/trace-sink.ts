import type { TraceRecord } from "@snaphook/protocol";

/** Takes records, which are its own: bounded, and without secrets (P15, T3). */
export interface TraceSink {
  record(record: TraceRecord): void;
  /** Called when the engine closes: what waits is written. The sink may be used again. */
  close?(): Promise<void> | void;
}

/** Where records go: a sink, or a function that gets each. */
export type TraceTarget = TraceSink | ((record: TraceRecord) => unknown);

/** Targets that have failed, each told of once. */
const failing = new WeakSet<TraceTarget>();

/** Makes a record and hands it on, if anybody wants one; a target that fails never breaks a dispatch. */
export function recordTo(target: TraceTarget | undefined, record: () => TraceRecord): void {
  if (!target) return;
  const lost = (error: unknown) => {
    if (failing.has(target)) return;
    failing.add(target);
    process.emitWarning(`a trace record was lost: ${String(error)}`);
  };
  try {
    const made = record();
    const answer: unknown = typeof target === "function" ? target(made) : target.record(made);
    // Code may well be asynchronous, and its failure is no more the dispatch's than any other.
    if (answer instanceof Promise) answer.catch(lost);
  } catch (error) {
    lost(error);
  }
}

export type { TraceRecord };
