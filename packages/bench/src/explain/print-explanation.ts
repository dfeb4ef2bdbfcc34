import type { ExplanationReport } from "@snaphook/protocol";
import { printDiagnostics, printFiles, printPlace } from "../print.ts";

/** The explanation as lines for a person: those that would run first, then every other one with its reason. */
export function printExplanation(report: ExplanationReport): string {
  const running = report.hooks.filter((hook) => hook.state === "would-run");
  const others = report.hooks.filter((hook) => hook.state !== "would-run");
  const lines = [
    `${report.event} (profile ${report.profile}): ${running.length} of ${report.hooks.length} hooks would run`,
  ];
  for (const { label, state, because, limitMs, scope, id, source } of [...running, ...others]) {
    const limit = limitMs === null ? "" : `; limit ${limitMs / 1000} s`;
    lines.push(
      "",
      `${state === "would-run" ? "✓" : "·"} ${state}: ${label}`,
      `    why    ${because}${limit}`,
      `    where  ${printPlace(source)} (${scope}${id === null ? "" : `, id ${id}`})`,
    );
  }
  return [...lines, "", ...printFiles(report.files), ...printDiagnostics(report.diagnostics)].join(
    "\n",
  );
}
