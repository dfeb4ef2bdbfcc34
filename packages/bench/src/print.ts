import { visibleText } from "@snaphook/engine/internal";
import type { LintReport } from "@snaphook/protocol";

type File = LintReport["files"][number];
type Diagnostic = LintReport["diagnostics"][number];

/** Section 9 of the contract: a text that stands in a line with others, made visible: a line of its own could look like one of ours. */
export const inLine = (text: string): string => visibleText(text).replaceAll("\n", "\\n");

/** `file:line:column path` */
export const printPlace = ({ file, line, column, path }: Diagnostic["place"]): string =>
  `${inLine(file)}:${line}:${column}${path === "" ? "" : ` ${inLine(path)}`}`;

/** Every file that was looked for, and what became of it. */
export const printFiles = (files: readonly File[]): readonly string[] =>
  files.map(({ file, scope, state, detail, hooks }) => {
    const count = state === "loaded" ? `, ${hooks} ${hooks === 1 ? "hook" : "hooks"}` : "";
    return inLine(
      `${scope.padEnd(14)}${file} (${state}${count}${detail === undefined ? "" : `: ${detail}`})`,
    );
  });

/** Two lines a diagnostic: where and what is wrong, then what would be right. */
export const printDiagnostics = (diagnostics: readonly Diagnostic[]): readonly string[] =>
  diagnostics.flatMap(({ level, code, place, message, advice }) => [
    `${printPlace(place)}`,
    `    ${level} ${code}: ${inLine(message)}`,
    `    ${inLine(advice)}`,
  ]);
