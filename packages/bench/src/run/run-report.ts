import type { FireInput, Hooks, Message, Outcome, TraceRecord } from "@snaphook/engine";
import {
  describeWholeRun,
  type HookRun,
  interpret,
  type TracedRun,
} from "@snaphook/engine/internal";
import { type EventName, events, profileNamed, profiles } from "@snaphook/protocol";
import { repeatCommand } from "./repeat-command.ts";

/** One hook that ran, and how to run it again by hand. */
export interface ReportedRun extends TracedRun {
  /** `null`: a shell cannot repeat it. */
  readonly repeat: string | null;
}

/** What `run --json` prints. */
export interface RunReport {
  readonly event: string;
  readonly profile: string;
  /** Whether the agent fires this event by itself. */
  readonly fired: boolean;
  readonly durationMs: number;
  /** The input of the hooks. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly ran: readonly ReportedRun[];
  readonly held: TraceRecord["held"];
  readonly merged: TraceRecord["merged"];
  /** Who sees what (section 9 of the contract): the log has everything. */
  readonly model: readonly Message[];
  readonly user: readonly Message[];
  readonly log: readonly Message[];
  readonly outcome: Outcome;
}

export interface FiredEvent {
  readonly event: EventName;
  readonly input: Readonly<Record<string, unknown>>;
  /** Whether the agent fires this event by itself. Default: true. */
  readonly fired?: boolean;
  /** Ends the hooks. */
  readonly signal?: AbortSignal;
}

/** Fires an event, runs its hooks, and reports what happened; `hooks` must trace into `records`. */
export async function runReport(
  hooks: Hooks,
  records: readonly TraceRecord[],
  { event, input, fired = true, signal }: FiredEvent,
): Promise<RunReport> {
  const runs: HookRun[] = [];
  const stopListening = hooks.on((progress) => {
    if (progress.type === "run-ended") runs.push(progress.run);
  });
  const outcome = await hooks.fire(
    event,
    input as FireInput<typeof event>,
    signal ? { signal } : {},
  );
  stopListening();
  const record = records.at(-1);
  if (!record) throw new Error("the dispatch wrote no trace record");
  const profile = profileNamed(hooks.profile) ?? profiles.reference;
  const wholeRun = (run: HookRun): TracedRun =>
    describeWholeRun(interpret(run, { name: event, definition: events[event], input }, profile));
  const addressedTo = (one: Message["audience"]) =>
    outcome.messages.filter(({ audience }) => audience === one);
  return {
    event,
    profile: hooks.profile,
    fired,
    durationMs: record.durationMs,
    input,
    ran: inOrder(runs).map((run) => ({
      ...wholeRun(run),
      repeat: repeatCommand(run, input),
    })),
    held: record.held,
    merged: record.merged,
    model: addressedTo("model"),
    user: addressedTo("user"),
    log: [
      ...new Map(
        outcome.messages.map((one) => [JSON.stringify([one.kind, one.text, one.hook]), one]),
      ).values(),
    ],
    outcome,
  };
}

/** Hooks end in any order; a report lists them as they were planned. */
const inOrder = (runs: readonly HookRun[]): readonly HookRun[] =>
  runs.toSorted((left, right) => left.planned.order - right.planned.order);
