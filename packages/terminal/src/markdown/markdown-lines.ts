import { visibleText } from "@snaphook/protocol";
import { line, type Span, type StyledLine } from "../text/styled-line.ts";
import { wrapLine } from "../text/wrap-line.ts";
import { type CodeFence, codeFence, endsCode } from "./code-fence.ts";
import { inlineSpans } from "./inline-spans.ts";
import { tableLines, tableRows } from "./table-lines.ts";

const heading = /^ {0,3}(#{1,6})\s+(.*?)(?:\s+#+)?\s*$/;
const rule = /^ {0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/;
const item = /^(\s*)([-*+]|\d{1,9}[.)])\s+(?:\[([ xX])\]\s+)?(.*)$/;
const quote = /^ {0,3}> ?(.*)$/;

/**
 * A text in Markdown as rows of the screen. It can be the beginning of a text: what is not complete yet is shown as it
 * is, and each further character changes only the last block.
 */
export function markdownLines(text: string, columns: number): readonly StyledLine[] {
  return blockLines(visibleText(text).trimEnd().split("\n"), Math.max(8, columns));
}

function blockLines(source: readonly string[], columns: number): readonly StyledLine[] {
  const rows: StyledLine[] = [];
  let at = 0;
  while (at < source.length) {
    const { lines, next } = blockAt(source, at, columns);
    const isEmpty = lines.length === 0;
    const repeats = rows.length === 0 || rows.at(-1)?.length === 0;
    // A block can have more rows than a function can have arguments.
    for (const row of lines) rows.push(row);
    if (isEmpty && !repeats) rows.push([]);
    at = next;
  }
  return rows;
}

interface Block {
  readonly lines: readonly StyledLine[];
  /** Where the next block begins. */
  readonly next: number;
}

function blockAt(source: readonly string[], at: number, columns: number): Block {
  const text = source[at] ?? "";
  if (text.trim() === "") return { lines: [], next: at + 1 };
  const fence = codeFence(text);
  if (fence) return codeBlock(source, at, fence, columns);
  if (quote.test(text)) return quoteBlock(source, at, columns);
  const table = tableRows(source, at);
  if (table) return { lines: tableLines(table, columns), next: at + table.sourceLines };
  return { lines: singleLine(text, columns), next: at + 1 };
}

function singleLine(text: string, columns: number): readonly StyledLine[] {
  const [, marks, title = ""] = heading.exec(text) ?? [];
  if (marks !== undefined)
    return wrapLine(inlineSpans(title, { bold: true, underline: marks.length === 1 }), columns);
  if (rule.test(text)) return [line("─".repeat(Math.min(columns, 40)), { dim: true })];
  const [, margin = "", marker, checked, content = ""] = item.exec(text) ?? [];
  if (marker === undefined) return paragraphLine(text, columns);
  const sign = checked === undefined ? bullet(marker) : checked === " " ? "☐" : "☑";
  const start = `${indentOf(margin)}${sign} `;
  return wrapLine([{ text: start }, ...inlineSpans(content)], columns, start.length);
}

/** Lines of a paragraph keep their ends, as the model wrote them; those of a list item keep their place. */
function paragraphLine(text: string, columns: number): readonly StyledLine[] {
  const [margin = ""] = /^\s*/.exec(text) ?? [];
  const indent = indentOf(margin);
  const spans = inlineSpans(text.slice(margin.length).replace(/\s+$/, ""));
  return wrapLine(indent === "" ? spans : [{ text: indent }, ...spans], columns, indent.length);
}

const bullet = (marker: string): string => (/\d/.test(marker) ? marker : "•");

const indentOf = (margin: string): string =>
  " ".repeat(Math.min(margin.replaceAll("\t", "    ").length, 20));

/** Code is shown unchanged; a block that has no end yet is a block. */
function codeBlock(
  source: readonly string[],
  at: number,
  fence: CodeFence,
  columns: number,
): Block {
  const rest = source.slice(at + 1);
  const length = rest.findIndex((text) => endsCode(text, fence));
  const code = length < 0 ? rest : rest.slice(0, length);
  const indent = `${indentOf(fence.margin)}  `;
  const lines = code.flatMap((text) =>
    wrapLine(
      [{ text: indent }, { text: withoutMargin(text, fence.margin), color: "cyan" }],
      columns,
      indent.length,
    ),
  );
  const next = at + 1 + code.length + (length < 0 ? 0 : 1);
  // An empty block still takes its place.
  return { lines: lines.length === 0 ? [line(indent)] : lines, next };
}

const withoutMargin = (text: string, margin: string): string =>
  text.startsWith(margin) ? text.slice(margin.length) : text.trimStart();

function quoteBlock(source: readonly string[], at: number, columns: number): Block {
  const end = source.findIndex((text, index) => index >= at && !quote.test(text));
  const quoted = source.slice(at, end < 0 ? undefined : end);
  const bar: Span = { text: "│ ", dim: true };
  // Quotes in quotes lose their bars where no text would fit beside them.
  const hasRoom = columns >= 6;
  const inner = blockLines(
    quoted.map((text) => quote.exec(text)?.[1] ?? ""),
    hasRoom ? columns - bar.text.length : columns,
  );
  return {
    lines: inner.map((row) => [
      ...(hasRoom ? [bar] : []),
      ...row.map((span) => ({ ...span, dim: true })),
    ]),
    next: at + quoted.length,
  };
}
