import { inLine, visibleText } from "@snaphook/protocol";
import { diffText } from "../diff/diff-text.ts";
import { markdownLines } from "../markdown/markdown-lines.ts";
import type { EntryContent, Note, ShortText, ToolEntry } from "../state/entry.ts";
import { toolTitle } from "../state/tool-subject.ts";
import { mixedLines, ofOthers, othersLines } from "../text/others-lines.ts";
import { line, type Span, type StyledLine } from "../text/styled-line.ts";
import { bar, wrapLine } from "../text/wrap-line.ts";
import { bannerLines } from "./banner-lines.ts";
import { elapsed } from "./elapsed.ts";

type Style = Omit<Span, "text">;

const hang = "  └ ";
const inset = " ".repeat(hang.length);
/** A title of several lines, such as a long command, is cut. */
const maxTitleRows = 3;

/** A part of the conversation as rows of the screen. Every text of others is made visible here. */
export function entryLines(entry: EntryContent, columns: number): readonly StyledLine[] {
  switch (entry.kind) {
    case "banner":
      return bannerLines(entry, columns);
    case "prompt":
      return [[], ...promptLines(entry.text, columns)];
    case "answer":
      return [[], ...answerLines(entry.markdown, columns)];
    case "thinking":
      return [[], ...shortLines(entry.text, columns, { dim: true, italic: true })];
    case "tool":
      return [[], ...toolLines(entry, columns)];
    case "output":
      return hung(shortLines(entry.text, columns - hang.length, textStyle(entry.isError)));
    case "hook":
      return hung(noteLines(entry, columns - hang.length));
    case "notice":
      return wrapText(entry.text, columns, levelStyles[entry.level], levelWords[entry.level]);
  }
}

/** What the model says, with a margin of its own: it can contain lines that look like ours. */
export const answerLines = (markdown: string, columns: number): readonly StyledLine[] =>
  ofOthers(markdownLines(markdown, columns - 2));

/** Levels are words too, for terminals without colours. */
const levelWords = { info: "", warning: "warning: ", error: "error: " } as const;
const levelStyles: Readonly<Record<Note["level"], Style>> = {
  info: { dim: true },
  warning: { color: "yellow" },
  error: { color: "red" },
};

export function promptLines(text: string, columns: number): readonly StyledLine[] {
  return visibleText(text)
    .split("\n")
    .flatMap((row, index) =>
      wrapLine(
        [
          { text: index === 0 ? "> " : "  ", bold: true },
          { text: row, bold: true },
        ],
        columns,
        2,
      ),
    );
}

function toolLines(entry: ToolEntry, columns: number): readonly StyledLine[] {
  const room = columns - hang.length;
  const { result, diff = [], moreDiff = 0, notes, ran, isError } = entry;
  const isUnexplained = !ran && !notes.some(({ saysWhy }) => saysWhy);
  const shownNotes = notes.flatMap((note) => noteLines(note, room));
  const shownResult = shortLines(result, room, textStyle(!ran || isError));
  const body = [
    ...(isUnexplained
      ? [line("not run", levelStyles.warning), ...shownResult, ...shownNotes]
      : [...shownNotes, ...shownResult]),
    ...diffText(diff).flatMap((row) => ofOthers(wrapLine(row, room - bar.text.length, 6))),
    ...(moreDiff > 0 ? moreLines(moreDiff, room) : []),
  ];
  const shown = body.length === 0 ? [line("(no output)", { dim: true })] : body;
  return [...titleLines(entry, columns), ...hung(shown)];
}

const marks = { done: ["● ", "green"], failed: ["✗ ", "red"], refused: ["⊘ ", "yellow"] } as const;

/** What a call is: `● Bash(npm test)`. */
function titleLines({ name, subject, ran, isError, durationMs = 0 }: ToolEntry, columns: number) {
  const [mark, color] = marks[ran ? (isError ? "failed" : "done") : "refused"];
  const took = durationMs >= 2000 ? ` · ${elapsed(durationMs)}` : "";
  return callTitle({ name, subject, mark: { text: mark, color }, after: took }, columns);
}

export function callTitle(
  {
    name,
    subject,
    mark,
    after = "",
  }: {
    readonly name: string;
    readonly subject: string;
    readonly mark: Span;
    readonly after?: string;
  },
  columns: number,
): readonly StyledLine[] {
  const [first = "", ...more] = visibleText(subject).split("\n");
  const about =
    subject === ""
      ? ""
      : `(${first}${more.length > 0 ? ` … ${more.length} more ${more.length === 1 ? "line" : "lines"}` : ""})`;
  const rows = wrapLine(
    [
      mark,
      { text: inLine(toolTitle(name)), bold: true },
      { text: about },
      { text: after, dim: true },
    ],
    columns,
    bar,
  );
  if (rows.length <= maxTitleRows) return rows;
  return [...rows.slice(0, maxTitleRows), [{ text: "  …", dim: true }]];
}

const noteLines = ({ level, text }: Note, columns: number): readonly StyledLine[] =>
  wrapText(text, columns, levelStyles[level], level === "error" ? levelWords.error : "");

/** Further rows are marked: a text of others in them cannot pass for lines of ours. */
const wrapText = (
  text: string,
  columns: number,
  style: Style,
  before = "",
): readonly StyledLine[] =>
  mixedLines(
    visibleText(`${before}${text}`)
      .trimEnd()
      .split("\n")
      .map((row) => line(row, style)),
    columns,
  );

const textStyle = (isError: boolean): Style => (isError ? { color: "red" } : { dim: true });

/** What a tool printed or the model thought; `isOurs`: what we say instead. */
function shortLines(
  { lines, more, isOurs }: ShortText,
  columns: number,
  style: Style,
): readonly StyledLine[] {
  const shown = lines.map((text) => line(inLine(text), style));
  const rows = isOurs
    ? shown.flatMap((row) => mixedLines([row], columns))
    : othersLines(shown, columns);
  return more > 0 ? [...rows, ...moreLines(more, columns)] : rows;
}

const moreLines = (count: number, columns: number): readonly StyledLine[] =>
  wrapLine(
    line(`… ${count} more ${count === 1 ? "line" : "lines"}, Ctrl+O shows all`, { dim: true }),
    columns,
  );

/** Rows that hang under a call or a prompt. */
const hung = (rows: readonly StyledLine[]): readonly StyledLine[] =>
  rows.map((row, index) => [{ text: index === 0 ? hang : inset, dim: true }, ...row]);
