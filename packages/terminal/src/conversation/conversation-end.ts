import { type CodeFence, codeFence, endsCode } from "../markdown/code-fence.ts";
import type { EntryContent } from "../state/entry.ts";
import { line, type StyledLine } from "../text/styled-line.ts";
import { entryLines } from "./entry-lines.ts";

/**
 * The last rows of a conversation. The work depends on how many they are, not on how long the conversation is: the
 * user waits for it each time the window becomes narrower.
 */
export function conversationEnd(
  entries: readonly EntryContent[],
  columns: number,
  maxRows: number,
): readonly StyledLine[] {
  const parts: (readonly StyledLine[])[] = [];
  let room = maxRows;
  for (const entry of entries.toReversed()) {
    if (room === 0) break;
    const end = entryEnd(entry, columns * room);
    const rows = entryLines(end, columns);
    if (end !== entry || rows.length > room) {
      const shown = rows.slice(Math.max(0, rows.length - room + 1));
      parts.push([line("…", { dim: true }), ...shown]);
      break;
    }
    parts.push(rows);
    room -= rows.length;
  }
  return parts.reverse().flat();
}

/** The same entry with the end of its text. The others are short: they keep only what is shown. */
function entryEnd(entry: EntryContent, maxLength: number): EntryContent {
  switch (entry.kind) {
    case "answer": {
      const markdown = markdownEnd(entry.markdown, maxLength);
      return markdown === entry.markdown ? entry : { ...entry, markdown };
    }
    case "prompt":
    case "hook":
    case "notice": {
      const text = entry.text.slice(endIndex(entry.text, maxLength));
      return text === entry.text ? entry : { ...entry, text };
    }
    default:
      return entry;
  }
}

/** The end of a text in Markdown; code stays code. */
export function markdownEnd(text: string, maxLength: number): string {
  const from = endIndex(text, maxLength);
  if (from === 0) return text;
  let open: CodeFence | undefined;
  for (const row of text.slice(0, from).split("\n"))
    if (!open) open = codeFence(row);
    else if (endsCode(row, open)) open = undefined;
  return `${open ? `${open.marks}${open.info}\n` : ""}${text.slice(from)}`;
}

/** Where the last characters of a text begin: with a line, if one begins there. */
function endIndex(text: string, maxLength: number): number {
  const from = text.length - maxLength;
  if (from <= 0) return 0;
  const lineStart = text.indexOf("\n", from) + 1;
  if (lineStart > 0 && lineStart < text.length - maxLength / 2) return lineStart;
  return /^[\uDC00-\uDFFF]/.test(text.slice(from, from + 1)) ? from + 1 : from;
}
