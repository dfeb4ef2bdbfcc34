import { inLine } from "@snaphook/protocol";
import type { TrustItem, TrustPrompt } from "../../state/start-questions.ts";
import { ofOthers } from "../../text/others-lines.ts";
import { shortDiff } from "../../text/short-blanks.ts";
import { line, type StyledLine } from "../../text/styled-line.ts";

/** What the review says first. */
export function introLines({
  project,
  items,
  problem,
}: Pick<TrustPrompt, "project" | "items" | "problem">): readonly StyledLine[] {
  const count = items.length === 1 ? "something" : `${items.length} things`;
  const changed = items.some(({ state }) => state === "changed");
  return [
    line(`Do you trust what this project wants to run?`, { bold: true }),
    ...ofOthers([line(inLine(project))]),
    line(
      `It has ${count} that ${items.length === 1 ? "is" : "are"} not trusted, and did not run. Hooks run with your full rights.`,
      { dim: true },
    ),
    ...(changed
      ? [line("A trusted hook that has changed refuses what it guards until you trust it again.")]
      : []),
    ...(problem === undefined ? [] : ofOthers([line(inLine(problem), { color: "red" })])),
  ];
}

/** One item with everything that helps to decide. */
export function itemLines(item: TrustItem): readonly StyledLine[] {
  const { title, when, what, place, state, differences, definition, files, notCovered } = item;
  return ofOthers([
    [
      { text: inLine(title), bold: true },
      { text: when === undefined ? "" : `, ${inLine(when)}` },
      { text: state === "changed" ? "  changed since you trusted it" : "", color: "yellow" },
    ],
    line(`  ${inLine(what)}`, { color: "yellow" }),
    line(`  ${inLine(place)}`, { dim: true }),
    ...(state === "changed"
      ? differences.flatMap(({ summary, diff }) => [
          line(`  ${inLine(summary)}`),
          ...(diff === undefined ? [] : diffRows(diff)),
        ])
      : [
          ...textRows(definition),
          ...files.flatMap(({ path, about, text }) => [
            line(`  ${inLine(path)} (${inLine(about)})`, { bold: true }),
            ...(text === undefined
              ? [line("    it cannot be shown: it is not a text, or too long")]
              : textRows(text)),
          ]),
        ]),
    ...(notCovered.length === 0 ? [] : [line("  not covered by trust:", { dim: true })]),
    ...notCovered.map((one) => line(`    ${inLine(one)}`, { dim: true })),
  ]);
}

const textRows = (text: string): readonly StyledLine[] =>
  text
    .replace(/\n$/, "")
    .split("\n")
    .map((one) => line(`    ${inLine(one)}`));

/** A unified diff; its signs are visible without colours. */
const diffRows = (diff: string): readonly StyledLine[] =>
  shortDiff(diff.split("\n")).map((one) => {
    const color = one.startsWith("+") ? "green" : one.startsWith("-") ? "red" : undefined;
    return line(`    ${inLine(one)}`, color === undefined ? {} : { color });
  });
