import type { Hooks } from "@snaphook/engine";
import type { LintReport } from "@snaphook/protocol";
import { printDiagnostics, printFiles } from "../print.ts";

/** Everything that is wrong or odd about what is configured; starts no process. */
export async function lintReport(hooks: Hooks): Promise<LintReport> {
  const { files, diagnostics } = hooks.snapshot();
  return { files: [...files], diagnostics: [...diagnostics] };
}

/** The findings for a person, and a line that counts them. */
export function printLint({ files, diagnostics }: LintReport): string {
  const errors = diagnostics.filter(({ level }) => level === "error").length;
  const count = `${errors} errors, ${diagnostics.length - errors} warnings`;
  return [...printDiagnostics(diagnostics), ...printFiles(files), "", count].join("\n");
}
