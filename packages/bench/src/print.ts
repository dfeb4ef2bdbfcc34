import type { LintReport } from "@snaphook/protocol";
import { inLine } from "@snaphook/protocol";

type File = LintReport["files"][number];
type Diagnostic = LintReport["diagnostics"][number];

/** `file:line:column path` */
export const printPlace = ({ file, line, column, path }: Diagnostic["place"]): string =>
  `${inLine(file)}:${line}:${column}${path === "" ? "" : ` ${inLine(path)}`}`;

/** Every file that was looked for, and whether it was loaded. */
export const printFiles = (files: readonly File[]): readonly string[] =>
  files.map(({ file, scope, state, detail, hooks }) => {
    const count = state === "loaded" ? `, ${hooks} ${hooks === 1 ? "hook" : "hooks"}` : "";
    return inLine(
      `${scope.padEnd(14)}${file} (${state}${count}${detail === undefined ? "" : `: ${detail}`})`,
    );
  });

/** Three lines per diagnostic: where it is, what is wrong, what to do. */
export const printDiagnostics = (diagnostics: readonly Diagnostic[]): readonly string[] =>
  diagnostics.flatMap(({ level, code, place, message, advice }) => [
    `${printPlace(place)}`,
    `    ${level} ${code}: ${inLine(message)}`,
    `    ${inLine(advice)}`,
  ]);
