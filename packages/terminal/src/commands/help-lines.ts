import { inLine } from "@snaphook/protocol";
import type { OfferedCommand } from "../input/completion/complete.ts";
import { columnsOf } from "../input/graphemes.ts";
import { inputKeys, keyLabel, sessionKeys, timelineKeys } from "../input/key-bindings.ts";

/** A line of `/help`: a heading, or what a key or a command does. */
export interface HelpLine {
  readonly kind: "heading" | "entry" | "empty";
  /** Filled up with spaces, so that the descriptions are below each other. */
  readonly label: string;
  readonly text: string;
}

const starts: readonly (readonly [string, string])[] = [
  ["/", "a command; Tab completes it"],
  ["@", "a file of the project, added to the prompt"],
  ["!", "a command for the shell; the model gets its output"],
];

/** Everything that `/help` shows. */
export function helpLines(commands: readonly OfferedCommand[]): readonly HelpLine[] {
  const byName = commands.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return [
    ...section("Keys", keyEntries(sessionKeys)),
    empty,
    ...section("In the timeline", keyEntries(timelineKeys)),
    empty,
    ...section("In the input line", [...starts, ...keyEntries(inputKeys)]),
    empty,
    ...section(
      "Commands",
      byName.map(({ name, argumentHint, description }) => [
        inLine(`/${name} ${argumentHint}`.trimEnd()),
        inLine(description),
      ]),
    ),
  ];
}

const empty: HelpLine = { kind: "empty", label: "", text: "" };

const keyEntries = (
  bindings: readonly { readonly keys: readonly string[]; readonly help?: string }[],
): readonly (readonly [string, string])[] =>
  bindings.flatMap(({ keys, help }) =>
    help === undefined ? [] : [[keys.map(keyLabel).join(", "), help]],
  );

const mostLabelColumns = 32;

function section(
  heading: string,
  entries: readonly (readonly [string, string])[],
): readonly HelpLine[] {
  const widest = Math.max(0, ...entries.map(([label]) => columnsOf(label)));
  const width = Math.min(widest, mostLabelColumns) + 2;
  return [
    { kind: "heading", label: heading, text: "" },
    ...entries.map(([label, text]): HelpLine => {
      const gap = " ".repeat(Math.max(2, width - columnsOf(label)));
      return { kind: "entry", label: `  ${label}${gap}`, text };
    }),
  ];
}
