const character = 7.2;
const line = 17;
const edge = 16;
const column = 10;

const colours = {
  plain: "#d0d7de",
  who: "#8b949e",
  good: "#7ee787",
  bad: "#ff7b72",
  back: "#e3b341",
  reader: "#79c0ff",
} as const;

/** Colours by the start of a line's text; the first match is used. */
const marks: readonly (readonly [RegExp, keyof typeof colours])[] = [
  [/^✗.*/, "bad"],
  [/^✓.*/, "good"],
  [/^↻.*/, "back"],
  [/^→ (model|user|log)(?= )/, "reader"],
];

/** Lines of a timeline as a picture made of text. */
export function draw(lines: readonly string[]): string {
  const width = Math.max(...lines.map((text) => [...text].length)) * character + 2 * edge;
  const height = lines.length * line + 2 * edge;
  const size = `width="${Math.ceil(width)}" height="${height}"`;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="monospace" font-size="12" xml:space="preserve">`,
    "<title>The timeline of a session: which hooks ran, who decided, who sees what</title>",
    `<rect width="100%" height="100%" rx="8" fill="#0d1117"/>`,
    ...lines.flatMap((text, index) => drawLine(text, edge + (index + 0.75) * line)),
    "</svg>",
  ].join("\n")}\n`;
}

function drawLine(text: string, y: number): readonly string[] {
  const who = text.slice(0, column).trimEnd();
  const rest = [...text].slice(column).join("");
  const said = rest.trimStart();
  const indent = column + rest.length - said.length;
  const [pattern, colour] = marks.find(([mark]) => mark.test(said)) ?? [/^/, "plain"];
  const marked = pattern.exec(said)?.[0] ?? "";
  return [
    pieces(who, 0, y, "who"),
    pieces(marked, indent, y, colour),
    pieces(said.slice(marked.length), indent + [...marked].length, y, "plain"),
  ].flat();
}

/**
 * A text at a column, in pieces: viewers collapse spaces, so columns are placed piece by piece. The length of each
 * piece is set, so that columns line up in any font.
 */
function pieces(
  text: string,
  at: number,
  y: number,
  colour: keyof typeof colours,
): readonly string[] {
  return [...text.matchAll(/\S+(?: \S+)*/g)].map(({ 0: said, index }) => {
    const x = edge + (at + [...text.slice(0, index)].length) * character;
    const length = [...said].length * character;
    return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" textLength="${length.toFixed(1)}" fill="${colours[colour]}">${escaped(said)}</text>`;
  });
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
