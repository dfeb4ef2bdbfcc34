import type { ExplanationReport } from "@snaphook/protocol";
import { inLine } from "@snaphook/protocol";
import { printInactive } from "../inactive.ts";
import { printDiagnostics, printFiles, printPlace } from "../print.ts";

type Row = ExplanationReport["hooks"][number];

/** The explanation for a person: hooks that would run, hooks that would not and why, then a list of hooks for other events. */
export function printExplanation(report: ExplanationReport): string {
  const of = (keep: (row: Row) => boolean) => report.hooks.filter(keep);
  const running = of(({ state }) => state === "would-run");
  const held = of(({ state, event }) => state !== "would-run" && event === report.event);
  const elsewhere = of(({ event }) => event !== report.event);
  return [
    `${report.event} (profile ${report.profile}): ${countOf(running, held, elsewhere)}`,
    ...[...running, ...held].flatMap(printRow),
    ...(elsewhere.length === 0 ? [] : ["", "for other events:"]),
    ...elsewhere.map(printElsewhere),
    "",
    ...printInactive(report.inactive, report.hooks),
    ...printFiles(report.files),
    ...printDiagnostics(report.diagnostics),
    "",
    inLine(report.guards),
  ].join("\n");
}

/** `1 of 3 hooks would run; 5 hooks are for other events` */
function countOf(running: readonly Row[], held: readonly Row[], elsewhere: readonly Row[]): string {
  const here = running.length + held.length;
  const count = `${running.length} of ${here} ${here === 1 ? "hook" : "hooks"} would run`;
  if (elsewhere.length === 0) return count;
  const others = elsewhere.length === 1 ? "1 hook is" : `${elsewhere.length} hooks are`;
  return `${count}; ${others} for other events`;
}

function printElsewhere({ event, label, state, because, source }: Row): string {
  const invalid = state === "invalid" ? ` is invalid: ${inLine(because)}` : "";
  return `· ${inLine(event)}: ${inLine(label)}${invalid} (${printPlace(source)})`;
}

function printRow({
  label,
  state,
  because,
  limitMs,
  scope,
  owner,
  id,
  source,
  differs,
  ...how
}: Row): readonly string[] {
  const limit = limitMs === null ? "" : `; limit ${limitMs / 1000} s`;
  const who = [scope, owner, id === null ? null : `id ${id}`].filter((part) => part !== null);
  return [
    "",
    `${state === "would-run" ? "✓" : "✗"} ${state}: ${inLine(label)}`,
    `    why    ${inLine(because)}${limit}`,
    `    where  ${printPlace(source)} (${inLine(who.join(", "))})`,
    ...(differs === null ? [] : [`    but    under ${inLine(differs)}`]),
    ...(state === "would-run" ? printHow(how) : []),
  ];
}

/** H2, P5, P12: the shell or the model that a hook runs with, and whether in the background. */
function printHow({
  shell,
  shellLacks,
  model,
  background,
}: Pick<Row, "shell" | "shellLacks" | "model" | "background">): readonly string[] {
  if (model !== null) return [`    asks   ${inLine(model)}`];
  const lacks =
    shellLacks === null ? "" : `, which may not have ${inLine(shellLacks)}: that is bash syntax`;
  return [
    ...(shell === null ? [] : [`    runs   in ${inLine(shell)}${lacks}`]),
    ...(background === "no" ? [] : [`    note   ${backgroundNote[background]}`]),
  ];
}

/** P12: what a hook cannot do because the host does not wait for it. */
const backgroundNote = {
  yes: "it runs in the background: it can refuse and change nothing",
  wakes:
    "it runs in the background: it can refuse and change nothing, but its exit 2 wakes the model",
};
