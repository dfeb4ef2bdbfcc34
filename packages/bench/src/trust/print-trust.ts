import type { Coverage, Difference } from "@snaphook/engine/internal";
import { inLine, visibleText } from "@snaphook/protocol";

/** One thing that can be trusted, and its state. */
export interface TrustRow {
  readonly id: string;
  readonly label: string;
  readonly state: "trusted" | "untrusted" | "changed" | "gone" | "managed";
  readonly place: string;
  readonly differences: readonly Difference[];
  readonly coverage: Coverage;
}

/** T9: the state of each and, with `show`, what the hash covers and what it does not. */
export function printTrust(
  rows: readonly TrustRow[],
  { show, hasErrors }: { readonly show: boolean; readonly hasErrors: boolean },
): string {
  if (rows.length === 0 && hasErrors)
    return "nothing was found that needs trust, but the settings have errors: fix them, then look again";
  if (rows.length === 0) return "nothing here needs trust: the project has no hooks or settings";
  return rows
    .flatMap((row) => [
      `${row.id}  ${row.state.padEnd(9)}  ${inLine(row.label)}`,
      `${margin}${inLine(row.place)}`,
      ...row.differences.flatMap(({ summary, diff }) => [
        `${margin}${inLine(summary)}`,
        ...(diff === undefined ? [] : indented(diff, margin)),
      ]),
      ...(show ? printCoverage(row.coverage) : []),
    ])
    .join("\n");
}

const margin = " ".repeat(14);

const indented = (text: string, by: string): readonly string[] =>
  visibleText(text)
    .split("\n")
    .map((line) => by + line);

function printCoverage({ covered, notCovered }: Coverage): readonly string[] {
  return [
    `${margin}covered:`,
    ...covered.flatMap((part) =>
      part.what === "definition"
        ? [`${margin}  the definition`, ...indented(part.text, `${margin}    `)]
        : [
            `${margin}  ${inLine(part.path)} (${[
              `${part.size} bytes`,
              `sha256 ${part.sha256 ?? "unreadable"}`,
              `mode ${part.mode}`,
              ...(part.target === undefined ? [] : [`link to ${inLine(part.target)}`]),
              ...(part.loaded ? ["loaded by a script"] : []),
            ].join(", ")})`,
          ],
    ),
    ...(notCovered.length === 0 ? [] : [`${margin}not covered:`]),
    ...notCovered.map(({ what, why }) => `${margin}  ${inLine(what)}: ${inLine(why)}`),
  ];
}
