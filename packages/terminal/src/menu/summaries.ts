import { milliseconds } from "@snaphook/bench";
import { eventNames, events, isEventName } from "@snaphook/protocol";
import { type HookStatistics, percentile, type StatisticsById } from "./hook-statistics.ts";
import type { MenuData, MenuHook } from "./menu-data.ts";

/** An event of the menu: how many hooks it has, and how many of them do not run. */
export interface EventSummary {
  readonly event: string;
  /** When it happens. */
  readonly when: string;
  readonly hooks: number;
  /** `1 off, 1 untrusted`. */
  readonly states: string;
}

/** What each state is called in a count; `ready` is not counted. */
const stateWords: Readonly<Record<MenuHook["row"]["state"], string | undefined>> = {
  ready: undefined,
  disabled: "off",
  "managed-only": "off",
  untrusted: "untrusted",
  changed: "changed",
  invalid: "invalid",
  never: "dormant",
  "not-fired": "dormant",
};

export const stateInWords = ({ row }: MenuHook): string => stateWords[row.state] ?? "on";

/** The events in the order of the contract, then names that are not events. */
export function eventSummaries(
  { hooks }: Pick<MenuData, "hooks">,
  all: boolean,
): readonly EventSummary[] {
  const byEvent = Map.groupBy(hooks, ({ row }) => row.event);
  const names = [
    ...eventNames.filter((name) => all || byEvent.has(name)),
    ...[...byEvent.keys()].filter((name) => !isEventName(name)),
  ];
  return names.map((event) => {
    const own = byEvent.get(event) ?? [];
    return {
      event,
      when: isEventName(event) ? events[event].when : "not an event of this agent",
      hooks: own.length,
      states: statesOf(own),
    };
  });
}

/** `1 off, 2 untrusted`; empty if all can run. */
export function statesOf(hooks: readonly MenuHook[]): string {
  const words = hooks.flatMap(({ row }) => stateWords[row.state] ?? []);
  return [...Map.groupBy(words, (word) => word)]
    .map(([word, same]) => `${same.length} ${word}`)
    .join(", ");
}

/** `3 hooks on 2 events`. */
export function countOf({ hooks, isUnread }: Pick<MenuData, "hooks" | "isUnread">): string {
  const names = new Set(hooks.map(({ row }) => row.event));
  if (hooks.length === 0) return isUnread ? "no hooks can be read" : "no hooks yet";
  return `${plural(hooks.length, "hook")} on ${plural(names.size, "event")}`;
}

export const plural = (count: number, word: string): string =>
  `${count} ${word}${count === 1 ? "" : "s"}`;

/** The hooks of an event: those with the same matcher together, in the order of the plan. */
export const hooksOf = ({ hooks }: Pick<MenuData, "hooks">, event: string): readonly MenuHook[] =>
  [
    ...Map.groupBy(
      hooks.filter(({ row }) => row.event === event),
      ({ row }) => row.matcher ?? "",
    ).values(),
  ].flat();

/** `[User]`, `[Plugin tools]`. */
export function scopeLabel({ row: { scope, owner } }: MenuHook): string {
  const label = scope.charAt(0).toUpperCase() + scope.slice(1);
  return `[${owner === null ? label : `${label} ${owner}`}]`;
}

/** What the menu says of the runs of a hook: nothing without a session. */
export const runsOf = (
  { row: { id } }: MenuHook,
  statistics: StatisticsById | undefined,
  now: number,
): readonly string[] =>
  statistics ? [runsInWords(id === null ? undefined : statistics.get(id), now)] : [];

/** The runs of a hook in this session, in a few words; `now` is the time in milliseconds. */
function runsInWords(statistics: HookStatistics | undefined, now: number): string {
  if (statistics === undefined) return "has not run in this session, or not since it was changed";
  const { runs, last, times, results } = statistics;
  const counts = Object.entries(results).map(([result, count]) => `${count} ${result}`);
  if (last === undefined) return counts.join(", ");
  const [half = 0, most = 0] = [percentile(times, 0.5), percentile(times, 0.95)];
  return [
    `${plural(runs, "run")} (${counts.join(", ")})`,
    `last ${ago(now - Date.parse(last.at))}: ${last.ended} after ${milliseconds(last.ms)}`,
    `p50 ${milliseconds(half)}, p95 ${milliseconds(most)}`,
  ].join("; ");
}

function ago(ms: number): string {
  if (!(ms >= 1000)) return "just now";
  if (ms < 60_000) return `${Math.floor(ms / 1000)} s ago`;
  if (ms < 3_600_000) return `${Math.floor(ms / 60_000)} min ago`;
  return `${Math.floor(ms / 3_600_000)} h ago`;
}
