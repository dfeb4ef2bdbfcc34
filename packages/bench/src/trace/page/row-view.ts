import { milliseconds } from "../milliseconds.ts";
import { shortLabel } from "../short-label.ts";
import type { TimelineMessage, Turn } from "../timeline.ts";
import type { TimelineRow } from "../timeline-rows.ts";
import { element } from "./elements.ts";

type Audience = TimelineMessage["audience"];

export const audiences: readonly Audience[] = ["model", "user", "nobody"];

/** The texts of a row: all of an event, or those of one hook. */
export function messagesOf(row: TimelineRow): readonly TimelineMessage[] {
  if (row.kind === "turn") return [];
  if (row.kind === "event") return row.event.messages;
  const { id } = row.kind === "run" ? row.run : row.hook;
  return row.event.messages.filter(({ hookId }) => hookId === id);
}

/** The cells of a row. */
export function rowView(row: TimelineRow): HTMLElement {
  if (row.kind === "turn") return turnView(row.turn);
  const { name, ended, note, time, isFailed, isChanged } = factsOf(row);
  const classes = `row ${row.kind}${isFailed ? " failed" : ""}${isChanged ? " changed" : ""}`;
  return element(
    "div",
    classes,
    element("span", "name", name),
    element("span", "ended", ended),
    element("span", "ms", time ? milliseconds(time.durationMs) : ""),
    element("span", "track", ...(time ? [bar(time, row.turn)] : [])),
    element("span", "note", note),
    ...audiences.map((audience) => element("span", "said", firstLine(messagesOf(row), audience))),
  );
}

function turnView({ number, prompt, time, durationMs, session }: Turn): HTMLElement {
  const title = prompt === null ? "before the first prompt" : prompt;
  const facts = `${time.slice(0, 19).replace("T", " ")} UTC, ${milliseconds(durationMs)}, session ${session.slice(0, 8)}`;
  return element(
    "div",
    "row turn",
    element("b", "", `turn ${number}`),
    element("span", "prompt", title),
    element("span", "facts", facts),
  );
}

function factsOf(row: Exclude<TimelineRow, { readonly kind: "turn" }>) {
  if (row.kind === "event") {
    const { event } = row;
    const agent = event.agent === null ? "" : `[${event.agent}] `;
    return {
      name: `${agent}${event.event} ${event.subject}`,
      ended: event.action,
      note: event.changed.join(", "),
      time: event,
      isFailed: false,
      isChanged: event.changed.length > 0,
    };
  }
  if (row.kind === "run") {
    const { label, ended, failure, changed } = row.run;
    return {
      name: shortLabel(label),
      ended,
      note: failure === null ? changed.join(", ") : `failed: ${failure}`,
      time: row.run,
      isFailed: failure !== null,
      isChanged: changed.length > 0,
    };
  }
  return {
    name: shortLabel(row.hook.label),
    ended: "did not run",
    note: row.hook.because,
    time: undefined,
    isFailed: true,
    isChanged: false,
  };
}

function bar(time: { readonly startMs: number; readonly durationMs: number }, turn: Turn): Node {
  const whole = turn.durationMs || 1;
  const made = element("i", "bar");
  made.style.left = `${Math.min(99.5, (100 * time.startMs) / whole)}%`;
  made.style.width = `${(100 * time.durationMs) / whole}%`;
  return made;
}

function firstLine(messages: readonly TimelineMessage[], audience: Audience): string {
  const [first, ...more] = messages.filter((message) => message.audience === audience);
  if (!first) return "";
  // The row names the hook already.
  const text = first.text.replace(`[${first.hook}]: `, "").replace(`${first.hook}: `, "");
  const [line = ""] = text.split("\n");
  return more.length === 0 ? line.slice(0, 200) : `${line.slice(0, 200)} (+${more.length})`;
}
