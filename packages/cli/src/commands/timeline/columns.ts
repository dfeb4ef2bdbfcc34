const margin = 10;
const width = 108;
const most = 3;

/** Who and what; further lines stand under the first. */
export const row = (who: string, text: string): string =>
  `${who.padEnd(margin)}${text.replaceAll("\n", `\n${" ".repeat(margin)}`)}`;

/** A text that is no longer than one line of the timeline. */
export function short(text: string, room = width - margin): string {
  const characters = [...text];
  return characters.length > room ? `${characters.slice(0, room - 1).join("")}…` : text;
}

/** The beginning of a text, and how much more there is. */
export function firstLines(text: string): string {
  const lines = text.trimEnd().split("\n");
  const left = lines.length - most;
  return [
    ...lines.slice(0, most).map((line) => short(line)),
    ...(left > 0 ? [`… ${left} more ${left === 1 ? "line" : "lines"}`] : []),
  ].join("\n");
}
