import { eventNames, events, type TraceRecord } from "@snaphook/protocol";
import { repeatProcess } from "../run/repeat-command.ts";
import { endedInWords } from "./ended-in-words.ts";
import type { PlacedEvent } from "./placed-event.ts";
import { changesOf, changesOfRun } from "./record-changes.ts";
import type { SkippedHook, TimelineMessage, TimelineRun } from "./timeline.ts";

type Run = TraceRecord["ran"][number];

/** One record of a trace. */
export function fromRecord(record: TraceRecord): PlacedEvent {
  const { input, outcome, kind, ran } = record;
  const [first] = ran;
  const isBackground = kind === "background";
  const startMs = Date.parse(isBackground && first ? first.startedAt : record.time);
  return {
    session: record.session,
    promptId: textIn(input, "prompt_id"),
    prompt: textIn(input, "prompt"),
    event: {
      event: record.event,
      subject: subjectOf(record),
      agent: record.agent ?? null,
      toolUseId: record.toolUseId ?? null,
      startMs,
      durationMs: record.durationMs,
      action: outcome?.action ?? record.answer?.behavior ?? "background",
      changed: changesIn(record),
      runs: ran.map((run) => timelineRun(run, record)),
      skipped: skippedHooks(record),
      messages: (outcome?.messages ?? []).map(timelineMessage),
      input,
      ...(outcome && "rewrittenInput" in outcome ? { rewrittenInput: outcome.rewrittenInput } : {}),
      lost: record.lost ?? 0,
    },
  };
}

/** What hooks changed, or who answered a question. */
function changesIn({ outcome, overridden, answer }: TraceRecord): readonly string[] {
  if (answer) return [`the user's answer${answer.counts ? "" : ", after hooks had answered"}`];
  return overridden === undefined ? changesOf(outcome) : [`had no effect: ${overridden}`];
}

const textIn = (input: TraceRecord["input"], name: string): string | undefined => {
  const value = input[name];
  return typeof value === "string" ? value : undefined;
};

/** What matchers of the event test. */
function subjectOf({ event, input }: TraceRecord): string {
  const name = eventNames.find((one) => one === event);
  const field = name === undefined ? "tool_name" : events[name].matchesOn;
  return (field === undefined ? undefined : textIn(input, field)) ?? "";
}

function timelineRun(run: Run, record: TraceRecord): TimelineRun {
  return {
    id: run.id,
    label: run.label,
    type: run.type,
    source: run.source,
    startMs: Date.parse(run.startedAt),
    durationMs: run.durationMs,
    ended: endedInWords(run.end),
    exitCode: run.end.code ?? null,
    decision: run.decision,
    changed: changesOfRun(run, record.outcome),
    failure: run.failure?.detail ?? null,
    notes: run.notes,
    stdout: run.stdout.text,
    stderr: run.stderr.text,
    ...repeatOf(run, record.input),
  };
}

/** What the trace writes where it shortens or hides a text. */
const changedInTrace = /…\[cut|\[redacted\]/;

function repeatOf({ started }: Run, input: TraceRecord["input"]) {
  if (!started) return { repeat: null, repeatNote: "no process was started" };
  const repeat = repeatProcess(started, input);
  if (repeat === null) return { repeat, repeatNote: "the input is too long for a command line" };
  const isWhole = !changedInTrace.test(repeat);
  return {
    repeat,
    repeatNote: isWhole ? "" : "the trace shortened the input or removed secrets: put them back",
  };
}

const skippedHooks = ({ held, merged, notMatched }: TraceRecord): readonly SkippedHook[] => [
  ...held.map(({ id, label, because }) => ({ id, label, because, held: true })),
  ...merged.map(({ id, label, into }) => ({
    id,
    label,
    because: `the same hook ran already: ${into}`,
    held: false,
  })),
  ...notMatched.map(({ id, label, because }) => ({ id, label, because, held: false })),
];

const timelineMessage = ({
  audience,
  kind,
  text,
  hook,
}: NonNullable<TraceRecord["outcome"]>["messages"][number]): TimelineMessage => ({
  audience: audience === "model" || audience === "user" ? audience : "nobody",
  kind,
  text,
  hookId: hook.id,
  hook: hook.label,
});
