import { isQuiet } from "./filter-timeline.ts";
import { fitText } from "./fit-text.ts";
import { type HookTime, hookTimes } from "./hook-times.ts";
import { milliseconds } from "./milliseconds.ts";
import { shortLabel } from "./short-label.ts";
import type { Style, StyledLine } from "./styled-line.ts";
import type { SkippedHook, Timeline, TimelineEvent, TimelineRun, Turn } from "./timeline.ts";

export interface PrintOptions {
  /** Cells of a line. */
  readonly width: number;
  /** Also shows events for which no hook ran. */
  readonly all?: boolean;
}

/** Below this the bars are left out. */
const minWidthWithBars = 64;
const minWidth = 40;
const endedCells = 11;
const timeCells = 8;

interface Columns {
  readonly width: number;
  readonly name: number;
  readonly bar: number;
  readonly note: number;
}

function columnsOf(cells: number): Columns {
  const width = Math.max(minWidth, cells);
  const hasBars = width >= minWidthWithBars;
  // A space after each column but the last.
  const rest = width - endedCells - timeCells - (hasBars ? 4 : 3);
  const bar = hasBars ? Math.floor(rest * 0.28) : 0;
  const name = Math.floor((rest - bar) * 0.58);
  return { width, name, bar, note: rest - bar - name };
}

/** A waterfall for each turn, then the hooks by time. No line is wider than `width`. */
export function printTimeline(timeline: Timeline, options: PrintOptions): readonly StyledLine[] {
  const columns = columnsOf(options.width);
  const lines = timeline.turns.flatMap((turn) => printTurn(turn, columns, options.all ?? false));
  return [...lines, ...printTimes(hookTimes(timeline), columns)];
}

function printTurn(turn: Turn, columns: Columns, all: boolean): readonly StyledLine[] {
  const shown = all ? turn.events : turn.events.filter((event) => !isQuiet(event));
  const hidden = turn.events.length - shown.length;
  const prompt = turn.prompt === null ? "before the first prompt" : JSON.stringify(turn.prompt);
  const facts = `  ${turn.time.slice(11, 19)} UTC, ${milliseconds(turn.durationMs)}, session ${turn.session.slice(0, 8)}`;
  const without = `  ${hidden} ${hidden === 1 ? "event" : "events"} without hooks (--all shows them)`;
  return [
    [{ text: fitText(`turn ${turn.number}: ${prompt}`, columns.width), style: "bold" }],
    [{ text: fitText(facts, columns.width), style: "dim" }],
    ...shown.flatMap((event) => printEvent(event, turn, columns)),
    ...(hidden === 0 ? [] : [[{ text: fitText(without, columns.width), style: "dim" } as const]]),
    [],
  ];
}

const printEvent = (event: TimelineEvent, turn: Turn, columns: Columns): readonly StyledLine[] => [
  row(columns, {
    name: [event.agent === null ? "" : `[${event.agent}]`, event.event, event.subject]
      .filter((word) => word !== "")
      .join(" "),
    ended: event.action,
    time: event,
    turn,
    note: [
      ...(event.lost > 0 ? [`${event.lost} records before this one were lost`] : []),
      ...event.changed,
    ].join(", "),
    style: event.changed.length > 0 ? "yellow" : "cyan",
  }),
  ...event.runs.map((run) => printOne(run, turn, columns)),
  ...event.skipped.filter(({ held }) => held).map((hook) => printSkipped(hook, turn, columns)),
];

const printOne = (run: TimelineRun, turn: Turn, columns: Columns): StyledLine =>
  row(columns, {
    name: `  ${shortLabel(run.label)}`,
    ended: run.ended,
    time: run,
    turn,
    note: [...(run.failure === null ? [] : [`failed: ${run.failure}`]), ...run.changed].join(", "),
    ...(run.failure === null ? {} : { style: "red" }),
  });

const printSkipped = (hook: SkippedHook, turn: Turn, columns: Columns): StyledLine =>
  row(columns, {
    name: `  ${shortLabel(hook.label)}`,
    ended: "did not run",
    turn,
    note: hook.because,
    style: "red",
  });

interface Row {
  readonly name: string;
  readonly ended: string;
  readonly time?: { readonly startMs: number; readonly durationMs: number };
  readonly turn: Turn;
  readonly note: string;
  readonly style?: Style;
}

function row(columns: Columns, { name, ended, time, turn, note, style }: Row): StyledLine {
  const styled = style === undefined ? {} : { style };
  return [
    { text: `${fitText(name, columns.name)} `, ...styled },
    { text: `${fitText(ended, endedCells)} ` },
    { text: `${fitText(time ? milliseconds(time.durationMs) : "", timeCells, "right")} ` },
    ...(columns.bar === 0 ? [] : [{ text: `${bar(columns.bar, turn, time)} `, ...styled }]),
    { text: fitText(note, columns.note).trimEnd(), ...styled },
  ];
}

/** When something happened in a turn, and for how long; never empty, however short it was. */
function bar(cells: number, turn: Turn, time: Row["time"]): string {
  if (!time) return " ".repeat(cells);
  const perCell = turn.durationMs / cells || 1;
  const first = Math.max(0, Math.min(cells - 1, Math.floor(time.startMs / perCell)));
  const length = Math.max(
    1,
    Math.min(cells - first, Math.ceil((time.startMs + time.durationMs) / perCell) - first),
  );
  return " ".repeat(first) + "█".repeat(length) + " ".repeat(cells - first - length);
}

const maxTimes = 10;

function printTimes(times: readonly HookTime[], columns: Columns): readonly StyledLine[] {
  if (times.length === 0) return [];
  const total = times.reduce((sum, { totalMs }) => sum + totalMs, 0);
  const more = times.length - maxTimes;
  const heading = `hooks by time: ${milliseconds(total)} in ${times.length} ${times.length === 1 ? "hook" : "hooks"}`;
  return [
    [{ text: fitText(heading, columns.width), style: "bold" }],
    ...times.slice(0, maxTimes).map(({ label, runs, totalMs, maxMs, changed }): StyledLine => {
      const facts = `${milliseconds(totalMs).padStart(timeCells)}  ${runs} ${runs === 1 ? "run" : "runs"}, longest ${milliseconds(maxMs)}, ${changed} changed the outcome  ${shortLabel(label)}`;
      return [{ text: fitText(`  ${facts}`, columns.width).trimEnd() }];
    }),
    ...(more > 0 ? [[{ text: fitText(`  … ${more} more hooks`, columns.width).trimEnd() }]] : []),
  ];
}
