import type { Coverage, Difference } from "@snaphook/engine";

/** One thing that can be trusted, and how it stands. */
export interface TrustRow {
  readonly id: string;
  readonly label: string;
  readonly state: "trusted" | "untrusted" | "changed";
  readonly place: string;
  readonly differences: readonly Difference[];
  readonly coverage: Coverage;
}

/** T9: how things stand and, when asked to show, what the hash covers and what it does not. */
export function printTrust(
  rows: readonly TrustRow[],
  { show }: { readonly show: boolean },
): string {
  if (rows.length === 0) return "nothing here needs trust: the project brings no hooks or settings";
  return rows
    .flatMap((row) => [
      `${row.id}  ${row.state.padEnd(9)}  ${row.label}`,
      `              ${row.place}`,
      ...row.differences.flatMap(({ summary, diff }) => [
        `              ${summary}`,
        ...(diff === undefined ? [] : diff.split("\n").map((line) => `              ${line}`)),
      ]),
      ...(show ? printCoverage(row.coverage) : []),
    ])
    .join("\n");
}

function printCoverage({ covered, notCovered }: Coverage): readonly string[] {
  return [
    "              covered:",
    ...covered.map((part) =>
      part.what === "definition"
        ? "                the definition"
        : `                ${part.path} (${part.size} bytes, sha256 ${part.sha256 ?? "unreadable"}${part.target === undefined ? "" : `, leads to ${part.target}`})`,
    ),
    ...(notCovered.length === 0 ? [] : ["              not covered:"]),
    ...notCovered.map(({ what, why }) => `                ${what}: ${why}`),
  ];
}
