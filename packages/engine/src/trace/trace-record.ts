import type { TraceRecord } from "@snaphook/protocol";
import type { Admitted } from "../stages/admitted.ts";
import type { HookEvent } from "../stages/hook-event.ts";
import type { CapturedText, StartedProcess } from "../stages/hook-run.ts";
import type { Outcome } from "../stages/outcome.ts";
import type { RunPlan } from "../stages/run-plan.ts";
import type { HookRef } from "../stages/snapshot.ts";
import type { Verdict } from "../stages/verdict.ts";
import { type Condenser, condenser } from "./condense.ts";
import { type Redactor, withoutSecrets } from "./redact/redactor.ts";
import { tracedOutcome } from "./traced-outcome.ts";

/** What is known of one run. */
export type TracedRun = TraceRecord["ran"][number];

/** What every record contains. */
interface RecordBase {
  readonly event: HookEvent;
  readonly profile: string;
  readonly time: string;
  readonly durationMs: number;
  readonly redactor: Redactor;
}

/** One event and what each stage made of it. */
export interface Dispatch extends RecordBase {
  readonly timings: NonNullable<TraceRecord["timings"]>;
  readonly lookedAt: number;
  /** Hooks of the event that did not match, and why. */
  readonly notMatched: readonly {
    readonly hook: HookRef;
    readonly reason: string;
    readonly because: string;
  }[];
  readonly admitted: Admitted;
  readonly plan: RunPlan;
  readonly verdicts: readonly Verdict[];
  readonly outcome: Outcome;
  /** Why the host does not follow what the hooks decided. */
  readonly overridden: string | undefined;
}

/** How many hooks that did not match are listed. */
const maxNotMatched = 100;

/** P15: the record of a dispatch. */
export const dispatchRecord = (dispatch: Dispatch): TraceRecord =>
  withoutSecrets(dispatch.redactor, (redactor) => {
    const { event, timings, lookedAt, admitted, plan, verdicts, outcome, overridden } = dispatch;
    const condense = condenser(redactor);
    const named = namedBy(condense);
    return {
      ...heading("dispatch", { ...dispatch, redactor }, condense),
      timings,
      lookedAt,
      outcome: tracedOutcome(outcome, event.input["tool_input"], condense),
      ...(overridden === undefined ? {} : { overridden }),
      ran: verdicts.map((verdict) => tracedRun(verdict, condense)),
      held: admitted.held.map(named),
      merged: plan.merged.map(({ hook, into }) => ({
        ...reference(hook, condense),
        into: into.id,
      })),
      notMatched: dispatch.notMatched.slice(0, maxNotMatched).map(named),
    };
  });

/** P12: the record of a background run that has ended. */
export const backgroundRecord = (
  base: Omit<RecordBase, "durationMs"> & { readonly verdict: Verdict },
): TraceRecord =>
  withoutSecrets(base.redactor, (redactor) => {
    const condense = condenser(redactor);
    const { verdict } = base;
    const { durationMs } = verdict.run;
    return {
      ...heading("background", { ...base, durationMs, redactor }, condense),
      ...noHooks,
      ran: [tracedRun(verdict, condense)],
    };
  });

/** The record of the user's answer to a permission question. */
export const answerRecord = (
  base: Omit<RecordBase, "durationMs"> & { readonly answer: NonNullable<TraceRecord["answer"]> },
): TraceRecord =>
  withoutSecrets(base.redactor, (redactor) => {
    const condense = condenser(redactor);
    const { message, updatedInput, ...answer } = base.answer;
    return {
      ...heading("answer", { ...base, durationMs: 0, redactor }, condense),
      ...noHooks,
      answer: {
        ...answer,
        ...(message === undefined ? {} : { message: condense.text(message) }),
        ...(updatedInput === undefined ? {} : { updatedInput: condense.value(updatedInput) }),
      },
    };
  });

const noHooks = { lookedAt: 0, ran: [], held: [], merged: [], notMatched: [] };

function heading(kind: TraceRecord["kind"], base: RecordBase, condense: Condenser) {
  const { event, profile, time, durationMs, redactor } = base;
  const { session_id, agent_id, tool_use_id } = event.input;
  return {
    version: 1,
    kind,
    time,
    durationMs,
    profile,
    event: event.name,
    session: condense.text(String(session_id)),
    ...(typeof agent_id === "string" ? { agent: condense.text(agent_id) } : {}),
    ...(typeof tool_use_id === "string" ? { toolUseId: condense.text(tool_use_id) } : {}),
    // With its own limits: a large input must not crowd out what the hooks did.
    input: condenser(redactor).fields(event.input),
  } as const;
}

const reference = ({ id, label }: HookRef, condense: Condenser): HookRef => ({
  id,
  label: condense.text(label),
});

const namedBy =
  (condense: Condenser) =>
  ({ hook, reason, because }: Dispatch["notMatched"][number]) => ({
    ...reference(hook, condense),
    reason,
    because: condense.text(because),
  });

/** What is known of a run, with texts as the condenser makes them. */
function tracedRun(
  { run, ending, opinion, stop, failure, warnings }: Verdict,
  condense: Condenser,
): TracedRun {
  const { planned, startedAt, durationMs, end, stdout, stderr, notes, answer, started } = run;
  const { hook, handler, limitMs, order } = planned;
  const { text } = condense;
  return {
    ...reference(hook, condense),
    order,
    type: handler.type,
    scope: hook.origin.scope,
    source: `${hook.source.file}:${hook.source.line}`,
    startedAt,
    durationMs,
    limitMs,
    end: "cause" in end ? { ...end, cause: text(end.cause) } : end,
    stdout: captured(stdout, condense),
    stderr: captured(stderr, condense),
    ...(answer === undefined ? {} : { answer: condense.value(answer) }),
    ...(started === undefined ? {} : { started: tracedProcess(started, condense) }),
    ending,
    decision: opinion.decision,
    reason: opinion.reason === undefined ? undefined : text(opinion.reason),
    stop: stop === undefined ? undefined : text(stop.reason),
    rewrote: opinion.updatedInput !== undefined,
    failure: failure && { kind: failure.kind, detail: text(failure.detail) },
    notes: [...notes, ...warnings].map(text),
  };
}

/** What is known of a run, in full: nothing is cut, and secrets are not removed. */
export const describeWholeRun = (verdict: Verdict): TracedRun =>
  tracedRun(verdict, {
    text: (text) => text,
    value: (value) => value,
    fields: (value) => ({ ...value }),
  });

const tracedProcess = (
  { program, args, cwd, variables }: StartedProcess,
  { text }: Condenser,
): NonNullable<TracedRun["started"]> => ({
  program: text(program),
  args: args.map(text),
  cwd: text(cwd),
  variables: Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, text(value)]),
  ),
});

const captured = (stream: CapturedText, { text }: Condenser) => ({
  ...stream,
  text: text(stream.text),
});
