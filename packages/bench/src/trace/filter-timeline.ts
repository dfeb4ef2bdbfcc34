import type { Timeline, TimelineEvent } from "./timeline.ts";

export interface TimelineFilter {
  /** A part of a hook's name, or its id. */
  readonly hook?: string;
  readonly event?: string;
  /** Only events whose outcome hooks changed. */
  readonly changed?: boolean;
}

/** The part of a timeline that a filter selects. With `hook`, events keep only the hooks that fit. */
export function filterTimeline(timeline: Timeline, filter: TimelineFilter): Timeline {
  const turns = timeline.turns.flatMap((turn) => {
    const events = turn.events.flatMap((event) => filterEvent(event, filter));
    return events.length === 0 ? [] : [{ ...turn, events }];
  });
  return { ...timeline, turns };
}

function filterEvent(event: TimelineEvent, filter: TimelineFilter): readonly TimelineEvent[] {
  const { hook = "", event: name = "", changed = false } = filter;
  if (name !== "" && event.event !== name) return [];
  if (changed && event.changed.length === 0) return [];
  if (hook === "") return [event];
  const fits = hookFits(hook);
  const runs = event.runs.filter(fits);
  const skipped = event.skipped.filter((one) => one.held && fits(one));
  if (runs.length + skipped.length === 0) return [];
  if (changed && runs.every((run) => run.changed.length === 0) && skipped.length === 0) return [];
  const messages = event.messages.filter(({ hookId, hook: label }) => fits({ id: hookId, label }));
  return [{ ...event, runs, skipped, messages }];
}

/** Whether a hook has this id, or this text in its name. */
export function hookFits(hook: string) {
  const part = hook.toLowerCase();
  return ({ id, label }: { readonly id: string; readonly label: string }): boolean =>
    id === hook || label.toLowerCase().includes(part);
}

/** Whether no hook ran, was held back or changed anything. */
export const isQuiet = ({ runs, skipped, changed }: TimelineEvent): boolean =>
  runs.length === 0 && changed.length === 0 && !skipped.some(({ held }) => held);
