import type { Admitted } from "../stages/admitted.ts";
import type { HookEvent } from "../stages/hook-event.ts";
import type { HookRun } from "../stages/hook-run.ts";
import type { Outcome } from "../stages/outcome.ts";
import type { RunPlan } from "../stages/run-plan.ts";
import type { HookRef } from "../stages/snapshot.ts";
import type { Verdict } from "../stages/verdict.ts";

/** What is known of one run. */
export interface TracedRun extends HookRef {
  readonly order: number;
  readonly type: string;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly limitMs: number | undefined;
  readonly end: HookRun["end"];
  readonly stdout: TracedText;
  readonly stderr: TracedText;
  readonly ending: Verdict["ending"];
  readonly decision: string;
  readonly reason: string | undefined;
  readonly stop: string | undefined;
  readonly failure: Verdict["failure"];
  readonly notes: readonly string[];
}

interface TracedText {
  readonly bytes: number;
  readonly complete: boolean;
  /** The beginning. */
  readonly text: string;
  readonly file?: string;
}

/** P15: one dispatch, with everything needed to answer "what happened and why". */
export interface TraceRecord {
  readonly time: string;
  readonly durationMs: number;
  readonly profile: string;
  readonly event: string;
  readonly session: string;
  readonly agent: string | undefined;
  readonly toolUseId: string | undefined;
  readonly input: Readonly<Record<string, unknown>>;
  /** How many hooks were configured for the event. */
  readonly lookedAt: number;
  readonly ran: readonly TracedRun[];
  /** Hooks that matched and were held back, with the reason. */
  readonly held: readonly (HookRef & { readonly reason: string; readonly because: string })[];
  /** Hooks that were merged into an identical one. */
  readonly merged: readonly (HookRef & { readonly into: string })[];
  readonly outcome: Outcome;
}

/** Takes records. */
export interface TraceSink {
  record(record: TraceRecord): void;
  /** Called when the engine closes. */
  close?(): Promise<void> | void;
}

/** What is kept of a text in a record. */
const excerptLength = 2000;

export interface Dispatch {
  readonly event: HookEvent;
  readonly lookedAt: number;
  readonly admitted: Admitted;
  readonly plan: RunPlan;
  readonly verdicts: readonly Verdict[];
  readonly outcome: Outcome;
  readonly profile: string;
  readonly time: string;
  readonly durationMs: number;
}

/** Puts the stages of one dispatch into a record. */
export function traceRecord(dispatch: Dispatch): TraceRecord {
  const { event, admitted, plan, verdicts, outcome, ...rest } = dispatch;
  return {
    ...rest,
    event: event.name,
    session: String(event.input["session_id"]),
    agent: textOf(event.input["agent_id"]),
    toolUseId: textOf(event.input["tool_use_id"]),
    input: event.input,
    ran: verdicts.map(tracedRun),
    held: admitted.held.map(({ hook: { id, label }, reason, because }) => ({
      id,
      label,
      reason,
      because,
    })),
    merged: plan.merged.map(({ hook: { id, label }, into }) => ({ id, label, into: into.id })),
    outcome,
  };
}

function tracedRun({ run, ending, opinion, stop, failure }: Verdict): TracedRun {
  const { planned, startedAt, durationMs, end, stdout, stderr, notes } = run;
  return {
    id: planned.hook.id,
    label: planned.hook.label,
    order: planned.order,
    type: planned.handler.type,
    startedAt,
    durationMs,
    limitMs: planned.limitMs,
    end,
    stdout: { ...stdout, text: stdout.text.slice(0, excerptLength) },
    stderr: { ...stderr, text: stderr.text.slice(0, excerptLength) },
    ending,
    decision: opinion.decision,
    reason: opinion.reason,
    stop: stop?.reason,
    failure,
    notes,
  };
}

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" ? value : undefined;

/** Hands a record to a sink; a sink that fails never breaks a dispatch. */
export function recordTo(sink: TraceSink | undefined, record: () => TraceRecord): void {
  if (!sink) return;
  try {
    sink.record(record());
  } catch (error) {
    process.emitWarning(`a trace record was lost: ${String(error)}`);
  }
}
