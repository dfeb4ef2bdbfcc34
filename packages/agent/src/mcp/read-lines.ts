/** How much a server may send: a message, and everything between two answers. */
export const outputLimits = { line: 16 * 1024 * 1024, unanswered: 64 * 1024 * 1024 } as const;

const newline = 10;

/** Splits what a server prints into lines. `onTooLong` is called once for a line that is too long. */
export function lineReader(
  onLine: (line: string) => void,
  onTooLong: () => void,
  maxBytes: number = outputLimits.line,
): (chunk: Buffer) => void {
  let pieces: Buffer[] = [];
  let length = 0;
  let isOver = false;
  return (chunk) => {
    let start = 0;
    while (!isOver) {
      const end = chunk.indexOf(newline, start);
      const piece = chunk.subarray(start, end < 0 ? undefined : end);
      length += piece.length;
      if (length > maxBytes) {
        isOver = true;
        pieces = [];
        onTooLong();
        return;
      }
      if (piece.length > 0) pieces.push(piece);
      if (end < 0) return;
      const line = Buffer.concat(pieces).toString("utf8");
      pieces = [];
      length = 0;
      start = end + 1;
      onLine(line);
    }
  };
}
