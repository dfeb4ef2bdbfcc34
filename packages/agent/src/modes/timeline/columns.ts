const margin = 10;
const width = 108;
const maxLines = 3;

/** Who and what; further lines are marked, so that they cannot pass for rows. */
export const row = (who: string, text: string): string =>
  `${who.padEnd(margin)}${text.replaceAll("\n", `\n${"| ".padStart(margin)}`)}`;

/** A text, cut to one line of the timeline. */
export function short(text: string, room = width - margin): string {
  const characters = [...text];
  return characters.length > room ? `${characters.slice(0, room - 1).join("")}…` : text;
}

/** The first lines of a text, and how many more there are. */
export function firstLines(text: string): string {
  const lines = text.trimEnd().split("\n");
  const left = lines.length - maxLines;
  return [
    ...lines.slice(0, maxLines).map((line) => short(line)),
    ...(left > 0 ? [`… ${left} more ${left === 1 ? "line" : "lines"}`] : []),
  ].join("\n");
}
