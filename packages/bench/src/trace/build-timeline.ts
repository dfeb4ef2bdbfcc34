import type { PlacedEvent } from "./placed-event.ts";
import { type ReadTrace, readTrace } from "./read-trace.ts";
import type { Timeline, TimelineEvent, Turn } from "./timeline.ts";

/** Reads traces or transcripts, such as the parts of a rotated trace, as one timeline. */
export const timelineOf = (files: readonly string[]): Timeline =>
  buildTimeline(files.map(readTrace));

/** Sorts events into turns: by the id of the prompt where the host gives one, else a prompt starts a turn. */
function buildTimeline(read: readonly ReadTrace[]): Timeline {
  const events = read
    .flatMap((one) => one.events)
    .toSorted((left, right) => left.event.startMs - right.event.startMs);
  const turns = new Map<string, PlacedEvent[]>();
  /** The turn to which events without an id belong, for each session. */
  const current = new Map<string, string>();
  for (const placed of events) {
    const { session, promptId, prompt } = placed;
    const starts = promptId ?? (prompt === undefined ? undefined : `after ${turns.size}`);
    if (starts !== undefined) current.set(session, starts);
    const key = JSON.stringify([session, current.get(session) ?? null]);
    const turn = turns.get(key);
    if (turn) turn.push(placed);
    else turns.set(key, [placed]);
  }
  return {
    turns: [...turns.values()].map((placed, index) => turnOf(placed, index + 1)),
    problems: read.flatMap((one) => one.problems),
  };
}

function turnOf(placed: readonly PlacedEvent[], number: number): Turn {
  const events = placed.map(({ event }) => event);
  // Not Math.min(...times): a turn can have more events than a call can have arguments.
  const start = events.reduce((least, { startMs }) => Math.min(least, startMs), Infinity);
  const end = events.reduce((most, event) => Math.max(most, endOf(event)), start);
  return {
    number,
    session: placed[0]?.session ?? "",
    prompt: placed.find(({ prompt }) => prompt !== undefined)?.prompt ?? null,
    time: new Date(start).toISOString(),
    durationMs: end - start,
    events: events.map((event) => ({
      ...event,
      startMs: event.startMs - start,
      runs: event.runs.map((run) => ({ ...run, startMs: run.startMs - start })),
    })),
  };
}

const endOf = ({ startMs, durationMs, runs }: TimelineEvent): number =>
  Math.max(startMs + durationMs, ...runs.map((run) => run.startMs + run.durationMs));
