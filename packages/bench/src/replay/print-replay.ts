import { relative } from "node:path";
import { shortLine } from "@snaphook/engine/internal";
import { inLine, type ReplayReport } from "@snaphook/protocol";
import { printDiagnostics } from "../print.ts";
import { sentences } from "./change-sentences.ts";
import { replayedEvents } from "./recorded-event.ts";

type Change = ReplayReport["changes"][number];
type Hook = ReplayReport["hooks"][number];

/** How many changes are listed; --json lists all. */
const maxListed = 20;

/** The report for a person: what is different, what each hook did and cost, and what no guard saw. */
export function printReplay(report: ReplayReport, cwd: string = process.cwd()): string {
  const { diagnostics, durationMs, interrupted, notReplayed, replayed } = report;
  const isNothing = Object.values(replayed).every((count) => count === 0);
  const shown = (path: string) => inLine(nearer(cwd, path));
  return [
    ...printDiagnostics(diagnostics),
    ...(diagnostics.length === 0 ? [] : [""]),
    ...sentences(report),
    ...printChanges(report.changes, shown),
    ...(isNothing ? [] : ["", ...printHooks(report.hooks, shown), ...printUnguarded(report)]),
    ...notComparedLines(report),
    ...notReplayed.map(({ because, count }) => `not replayed: ${count} ${inLine(because)}`),
    `${interrupted ? "interrupted; so far " : ""}${totals(report)}, in ${(durationMs / 1000).toFixed(1)} s (profile ${report.profile})`,
  ].join("\n");
}

const notComparedLines = ({ notCompared }: ReplayReport): readonly string[] =>
  Object.values(replayedEvents)
    .filter((kind) => notCompared[kind] > 0)
    .map(
      (kind) =>
        `not compared: ${plural(notCompared[kind], kind)} decided by a hook that does not run now`,
    );

/** From the current folder, if that is not longer. */
function nearer(cwd: string, path: string): string {
  const near = relative(cwd, path);
  return near.startsWith("..") || near === "" ? path : near;
}

function totals({ replayed, recordings }: ReplayReport): string {
  const sessions = recordings.reduce((sum, recording) => sum + recording.sessions, 0);
  const counts = Object.values(replayedEvents)
    .filter((kind) => replayed[kind] > 0)
    .map((kind) => plural(replayed[kind], kind));
  const what = counts.length === 0 ? "nothing was replayed" : `replayed ${counts.join(", ")}`;
  return `${what} from ${plural(sessions, "sessions")} in ${plural(recordings.length, "files")}`;
}

/** `names` ends in s. */
const plural = (count: number, names: string): string =>
  `${count} ${count === 1 ? names.slice(0, -1) : names}`;

function printChanges(
  changes: readonly Change[],
  shown: (path: string) => string,
): readonly string[] {
  const more = changes.length - maxListed;
  return [
    ...changes.slice(0, maxListed).flatMap((change) => printChange(change, shown)),
    ...(more > 0 ? [`  … and ${more} more; --json lists all`] : []),
  ];
}

function printChange(change: Change, shown: (path: string) => string): readonly string[] {
  const { file, line, event, tool, subject, kinds, before, after, partialInput } = change;
  const was = change.comparedWith === "nothing" ? "" : ` (was ${before.verdict})`;
  const reasons = after.reasons.length > 0 ? after.reasons : before.reasons;
  const by = after.by.length > 0 ? after.by : before.by;
  return [
    `  ${kinds.join(", ")}${was}: ${inLine(tool ?? event)} ${inLine(subject)}`,
    `      where   ${shown(file)}:${line}`,
    ...(by.length === 0 ? [] : [`      hook    ${inLine(by.join(", "))}`]),
    ...reasons.slice(0, 3).map((reason) => `      reason  ${inLine(shortLine(reason))}`),
    ...(after.rewrittenInput === undefined
      ? []
      : [`      input   ${inLine(shortLine(JSON.stringify(after.rewrittenInput)))}`]),
    ...(partialInput ? ["      note    the trace has only a part of the input"] : []),
  ];
}

function printHooks(hooks: readonly Hook[], shown: (path: string) => string): readonly string[] {
  const name = ({ event, label, file, line }: Hook) =>
    `${event} ${inLine(shortLine(label))} (${shown(file)}:${line})`;
  const idle = (hook: Hook) => `  · ${name(hook)}: ${inLine(hook.because)}${missed(hook)}`;
  const of = (state: Hook["state"]) => hooks.filter((hook) => hook.state === state);
  const fired = of("fired").map((hook) => [
    String(hook.runs),
    String(hook.refused),
    String(hook.failed),
    `${hook.medianMs.toFixed(0)} ms`,
    `${hook.totalMs.toFixed(0)} ms`,
    name(hook),
  ]);
  const notReplayed = of("other-event");
  const otherEvents = [...new Set(notReplayed.map(({ event }) => event))].join(", ");
  return [
    ...(fired.length === 0
      ? []
      : [...table([["runs", "refused", "failed", "median", "total", "hook"], ...fired]), ""]),
    ...section(
      "never fired:",
      of("never-fired").map((hook) => `  · ${name(hook)}`),
    ),
    ...section("not trusted, so they did not run:", of("untrusted").map(idle)),
    ...section("did not run here:", of("left-out").map(idle)),
    ...section(
      "",
      notReplayed.length === 0
        ? []
        : [`${plural(notReplayed.length, "hooks")} on other events did not run: ${otherEvents}`],
    ),
    ...(hooks.length === 0 ? ["no hooks are configured", ""] : []),
  ];
}

const missed = ({ missed: count }: Hook): string =>
  count === 0 ? "" : `; it would have run ${count === 1 ? "once" : `${count} times`}`;

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [...(title === "" ? [] : [title]), ...lines, ""];

/** Columns of figures, and a last one of texts. */
function table(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === row.length - 1 ? cell : cell.padStart(widths?.[column] ?? 0),
      )
      .join("  "),
  );
}

/** How many tools are named. */
const maxTools = 10;

function printUnguarded({ unguarded, replayed }: ReplayReport): readonly string[] {
  const calls = unguarded.reduce((sum, tool) => sum + tool.calls, 0);
  if (calls === 0) return [];
  const names = unguarded
    .slice(0, maxTools)
    .map(({ tool, calls: one }) => `${inLine(tool)} ${one}`);
  const more = unguarded.length - maxTools;
  return [
    `no guard saw ${calls} of ${plural(replayed.calls, "calls")}: ${names.join(", ")}${more > 0 ? `, and ${more} more tools` : ""}`,
    "",
  ];
}
