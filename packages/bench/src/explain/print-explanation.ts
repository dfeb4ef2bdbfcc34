import type { ExplanationReport } from "@snaphook/protocol";
import { printDiagnostics, printFiles, printPlace } from "../print.ts";

type Row = ExplanationReport["hooks"][number];

/** The explanation for a person: what would run, what would not and why, then hooks of other events in short. */
export function printExplanation(report: ExplanationReport): string {
  const of = (keep: (row: Row) => boolean) => report.hooks.filter(keep);
  const running = of(({ state }) => state === "would-run");
  const held = of(({ state }) => state !== "would-run" && state !== "other-event");
  const elsewhere = of(({ state }) => state === "other-event");
  return [
    `${report.event} (profile ${report.profile}): ${running.length} of ${report.hooks.length} hooks would run`,
    ...[...running, ...held].flatMap(printRow),
    ...(elsewhere.length === 0 ? [] : ["", "for other events:"]),
    ...elsewhere.map(({ event, label, source }) => `· ${event}: ${label} (${printPlace(source)})`),
    "",
    ...printFiles(report.files),
    ...printDiagnostics(report.diagnostics),
  ].join("\n");
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
}: Row): readonly string[] {
  const limit = limitMs === null ? "" : `; limit ${limitMs / 1000} s`;
  const who = [scope, owner, id === null ? null : `id ${id}`].filter((part) => part !== null);
  return [
    "",
    `${state === "would-run" ? "✓" : "✗"} ${state}: ${label}`,
    `    why    ${because}${limit}`,
    `    where  ${printPlace(source)} (${who.join(", ")})`,
  ];
}
