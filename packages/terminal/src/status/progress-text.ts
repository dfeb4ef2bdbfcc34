import { events, inLine, isEventName } from "@snaphook/protocol";
import stringWidth from "string-width";
import { elapsed } from "../conversation/elapsed.ts";
import { hookLabel } from "../state/hook-notes.ts";
import { eventOf, isRunning } from "../state/running-hooks.ts";
import type { RunningHook, ScreenState } from "../state/screen-state.ts";
import { line } from "../text/styled-line.ts";
import { cutRow } from "../text/wrap-line.ts";

/** A hook that takes longer names itself. */
const slowMs = 2000;
/** What a `statusMessage` gets of a line in which it does not fit, and at most a name of others. */
const minMessage = 24;
const maxName = 40;

/**
 * P14: what a running hook does, in one line: its `statusMessage` or its event, how many of the event's hooks have
 * ended, and how long it takes. A slow hook names itself. Undefined if no hook runs, or only in the background.
 */
export function hookProgress(
  hooks: readonly RunningHook[],
  now: number,
  /** What the user can do about it; before what may not fit. */
  key?: string,
  columns = Number.POSITIVE_INFINITY,
): string | undefined {
  const running = hooks.filter(isRunning);
  const [first] = running;
  if (!first) return undefined;
  const group = hooks.filter(({ name, inBackground }) => name === first.name && !inBackground);
  const active = group.filter(isRunning);
  const named = active.find(({ statusMessage }) => statusMessage !== undefined) ?? first;
  const done = group.length - active.length;
  const since = Math.min(...active.map((one) => one.since));
  const others = running.length - active.length;
  const count = group.length > 1 ? ` ${done}/${group.length}` : "";
  const rest = [
    ...(first.agentType === undefined ? [] : [`in ${cut(first.agentType, minMessage)}`]),
    elapsed(Math.floor((now - since) / 1000) * 1000),
    ...(key === undefined ? [] : [key]),
    ...(now - since > slowMs ? slowParts(slowest(active), named) : []),
    ...(others > 0 ? [`${others} more`] : []),
  ];
  const after = [count, ...rest].join(" · ");
  const room = Math.max(minMessage, columns - stringWidth(after));
  const { statusMessage } = named;
  const what =
    statusMessage === undefined
      ? `running the ${cut(shownName(first), maxName)} hook`
      : cut(statusMessage, room);
  return `${what}${after}`;
}

/** Which tool it is about says more than why a session ends. */
function shownName(hook: RunningHook): string {
  const event = eventOf(hook);
  return isEventName(event) && events[event].matchesOn === "tool_name" ? hook.name : event;
}

/** The beginning of a text of others: what comes after it stays in sight. */
const cut = (text: string, columns: number): string =>
  cutRow(line(inLine(text)), columns)
    .map((span) => span.text)
    .join("");

const slowest = (hooks: readonly RunningHook[]): RunningHook =>
  hooks.reduce((one, other) => (other.since < one.since ? other : one));

const slowParts = (slow: RunningHook, named: RunningHook): readonly string[] => [
  named.statusMessage === undefined
    ? hookLabel(slow.label)
    : `${hookLabel(slow.label)} (${slow.name})`,
  "Ctrl+O shows more",
];

type Working = Pick<ScreenState, "turn" | "hooks" | "activity" | "thinking">;

/** What happens now, in one line; undefined if nothing does. */
export function progressText(
  { turn, hooks, activity, thinking }: Working,
  now: number,
  columns?: number,
): string | undefined {
  const isSlow = hooks.some((one) => isRunning(one) && now - one.since > slowMs);
  const leaves = isSlow ? "Ctrl+C twice leaves" : undefined;
  const hook = hookProgress(hooks, now, turn.state === "idle" ? leaves : "Esc interrupts", columns);
  if (turn.state === "idle") return hook ?? activity;
  const what = activity ?? (thinking === "" ? "working" : "thinking");
  const took = elapsed(Math.floor((now - turn.since) / 1000) * 1000);
  return hook ?? `${what} · ${took} · Esc interrupts`;
}
