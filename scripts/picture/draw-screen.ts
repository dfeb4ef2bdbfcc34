import stringWidth from "string-width";
import type { Run, Style } from "./read-screen.ts";

const character = 7.2;
const line = 16;
const edge = 14;
const foreground = "#d0d7de";
const background = "#0d1117";

export interface ScreenPicture {
  /** For readers who do not see it. */
  readonly title: string;
  readonly columns: number;
}

/** Lines of a terminal as a picture made of text. */
export function drawScreen(
  lines: readonly (readonly Run[])[],
  { title, columns }: ScreenPicture,
): string {
  const width = Math.ceil(columns * character + 2 * edge);
  const height = lines.length * line + 2 * edge;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="monospace" font-size="12" xml:space="preserve">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="100%" height="100%" rx="8" fill="${background}"/>`,
    ...lines.flatMap((runs, index) => drawLine(runs, edge + index * line)),
    "</svg>",
  ].join("\n")}\n`;
}

function drawLine(runs: readonly Run[], top: number): readonly string[] {
  let column = 0;
  return runs.flatMap(({ text, style }) => {
    const at = column;
    column += stringWidth(text);
    return [...backgroundOf(text, style, at, top), ...pieces(text, style, at, top)];
  });
}

function backgroundOf(text: string, style: Style, at: number, top: number): readonly string[] {
  const fill = style.inverse ? (style.colour ?? foreground) : style.background;
  if (fill === undefined) return [];
  const width = stringWidth(text) * character;
  return [
    `<rect x="${place(at)}" y="${top}" width="${width.toFixed(1)}" height="${line}" fill="${fill}"/>`,
  ];
}

/**
 * A text at a column, in pieces: viewers collapse spaces, so words are placed one group at a time. The length of each
 * piece is set, so that columns line up in any font.
 */
function pieces(text: string, style: Style, at: number, top: number): readonly string[] {
  const fill = style.inverse ? (style.background ?? background) : (style.colour ?? foreground);
  const looks = [
    ...(style.bold ? [' font-weight="bold"'] : []),
    ...(style.italic ? [' font-style="italic"'] : []),
    ...(style.underline ? [' text-decoration="underline"'] : []),
    ...(style.dim ? [' opacity="0.6"'] : []),
  ].join("");
  return [...text.matchAll(/\S+(?: \S+)*/g)].map(({ 0: words, index }) => {
    const x = place(at + stringWidth(text.slice(0, index)));
    const length = (stringWidth(words) * character).toFixed(1);
    const y = (top + 0.75 * line).toFixed(1);
    return `<text x="${x}" y="${y}" textLength="${length}" fill="${fill}"${looks}>${escaped(words)}</text>`;
  });
}

const place = (column: number): string => (edge + column * character).toFixed(1);

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
