import type { Admitted } from "../stages/admitted.ts";
import type { HookEvent } from "../stages/hook-event.ts";
import type { Outcome } from "../stages/outcome.ts";
import type { Verdict } from "../stages/verdict.ts";

/** P15: one dispatch, with everything needed to answer "what happened and why". */
export interface TraceRecord {
  readonly time: string;
  readonly event: string;
  readonly session: string;
  readonly durationMs: number;
  /** Hooks that ran and what each said. */
  readonly ran: readonly {
    readonly hook: string;
    readonly label: string;
    readonly durationMs: number;
    readonly end: Verdict["run"]["end"];
    readonly ending: Verdict["ending"];
    readonly decision: string;
    readonly stdoutBytes: number;
    readonly stderrBytes: number;
  }[];
  /** Hooks that matched and were held back. */
  readonly held: readonly {
    readonly hook: string;
    readonly label: string;
    readonly because: string;
  }[];
  readonly outcome: Outcome;
}

/** Takes records. */
export interface TraceSink {
  record(record: TraceRecord): void;
}

/** Puts the stages of one dispatch into a record. */
export function traceRecord(
  event: HookEvent,
  admitted: Admitted,
  verdicts: readonly Verdict[],
  outcome: Outcome,
  timing: { readonly time: string; readonly durationMs: number },
): TraceRecord {
  return {
    ...timing,
    event: event.name,
    session: String(event.input["session_id"]),
    ran: verdicts.map(({ run, ending, opinion }) => ({
      hook: run.planned.hook.id,
      label: run.planned.hook.label,
      durationMs: run.durationMs,
      end: run.end,
      ending,
      decision: opinion.decision,
      stdoutBytes: run.stdout.bytes,
      stderrBytes: run.stderr.bytes,
    })),
    held: admitted.held.map(({ hook, because }) => ({ hook: hook.id, label: hook.label, because })),
    outcome,
  };
}

/** Hands a record to a sink; a sink that fails never breaks a dispatch. */
export function recordTo(sink: TraceSink | undefined, record: () => TraceRecord): void {
  if (!sink) return;
  try {
    sink.record(record());
  } catch (error) {
    process.emitWarning(`a trace record was lost: ${String(error)}`);
  }
}
