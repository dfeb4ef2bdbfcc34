const maxLength = 120;

/** The first line of a text, cut if it is long, for a message. */
export function shortLine(text: string): string {
  const [line = ""] = text.split("\n", 1);
  const isWhole = line === text && line.length <= maxLength;
  return isWhole ? line : `${line.slice(0, maxLength)}…`;
}
