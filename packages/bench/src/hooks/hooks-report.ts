import { eventNames, type HooksReport, inLine } from "@snaphook/protocol";
import { hookRow, skippedRows } from "../explain/explain-report.ts";
import { filesOf } from "../files.ts";
import { howGuardsAreProtected } from "../guards.ts";
import { inactiveRows, printInactive } from "../inactive.ts";
import { printFiles, printPlace } from "../print.ts";
import { milliseconds } from "../trace/milliseconds.ts";
import type { Timeline } from "../trace/timeline.ts";
import { hookRuns } from "./hook-runs.ts";
import type { InspectedHooks } from "./inspected-hooks.ts";

/** Every configured hook with its state, whatever the event; with a timeline, also with its runs there. */
export async function hooksReport(
  hooks: InspectedHooks,
  timeline?: Timeline,
): Promise<HooksReport> {
  const runs = timeline && hookRuns(timeline);
  const snapshot = hooks.config.snapshot();
  const states = await hooks.config.statuses();
  return {
    hooks: [
      ...states.map(({ hook, state, because }) => ({
        ...hookRow(hook),
        state,
        because,
        ...(runs ? { runs: runs.get(hook.id) ?? null } : {}),
      })),
      ...skippedRows(snapshot).map((row) => ({ ...row, state: "invalid" as const })),
    ],
    files: filesOf(hooks),
    inactive: await inactiveRows(hooks),
    guards: howGuardsAreProtected(),
  };
}

type Row = HooksReport["hooks"][number];

/** The hooks by event, in the order of the contract, for a person. */
export function printHooks({ hooks, files, inactive, guards }: HooksReport): string {
  const order: readonly string[] = eventNames;
  const byEvent = Map.groupBy(hooks, (hook) => hook.event);
  const names = [...byEvent.keys()].sort((a, b) => order.indexOf(a) - order.indexOf(b));
  const table = hooks.map(cellsOf);
  const widths = leastWidths.map((least, column) =>
    Math.max(least, ...table.map((cells) => cells[column]?.length ?? 0)),
  );
  const lines = names.flatMap((name) => [
    inLine(name),
    ...(byEvent.get(name) ?? []).flatMap((row) => printRow(row, widths)),
    "",
  ]);
  const none = hooks.length === 0 ? ["no hooks are configured", ""] : [];
  return [
    ...none,
    ...lines,
    ...printInactive(inactive, hooks),
    ...printFiles(files),
    "",
    inLine(guards),
  ].join("\n");
}

/** The columns before the label: id, state, scope and matcher. */
const leastWidths = [12, 12, 10, 0];

/** An entry that is not a valid hook has no id and matches nothing. */
const cellsOf = ({ id, state, scope, owner, matcher }: Row): readonly string[] => [
  id ?? "-",
  state,
  scopeLabel(scope, owner),
  inLine(matcher ?? (state === "invalid" ? "-" : "*")),
];

function printRow(row: Row, widths: readonly number[]): readonly string[] {
  const { label, state, because, source, runs } = row;
  const cells = cellsOf(row).map((cell, column) => cell.padEnd(widths[column] ?? 0));
  const margin = " ".repeat((widths[0] ?? 0) + 4);
  return [
    `  ${[...cells, inLine(label)].join("  ")}`,
    `${margin}${printPlace(source)}`,
    ...(state === "ready" ? [] : [`${margin}${inLine(because)}`]),
    ...(runs === undefined ? [] : [`${margin}${inLine(runsInWords(runs))}`]),
  ];
}

function runsInWords(runs: Row["runs"] & (object | null)): string {
  if (runs === null) return "did not run in this trace";
  const { count, last, lastMs, lastEnded, medianMs, maxMs } = runs;
  const times = `${count} runs, median ${milliseconds(medianMs)}, longest ${milliseconds(maxMs)}`;
  return `last run ${last}: ${lastEnded} after ${milliseconds(lastMs)}${count === 1 ? "" : `; ${times}`}`;
}

/** U1: User, Project, Local … */
function scopeLabel(scope: string, owner: string | null): string {
  const label = scope.charAt(0).toUpperCase() + scope.slice(1);
  return inLine(owner === null ? label : `${label} ${owner}`);
}
