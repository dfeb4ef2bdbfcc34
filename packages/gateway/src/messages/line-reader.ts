const newline = 10;

/** The longest line that is read: more than any message, less than what would exhaust memory. */
const maxLineBytes = 256 * 1024 * 1024;

export interface LineReader {
  /** The lines that a chunk completes. Throws if one is too long. */
  read(chunk: Buffer): readonly Buffer[];
}

/** Splits a stream into lines, without their newline. */
export function lineReader(maxBytes: number = maxLineBytes): LineReader {
  let pieces: Buffer[] = [];
  let length = 0;
  function keep(piece: Buffer): void {
    length += piece.length;
    if (length > maxBytes) throw new Error(`a line has more than ${maxBytes} bytes`);
    if (piece.length > 0) pieces.push(piece);
  }
  function complete(): Buffer {
    const line = pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
    pieces = [];
    length = 0;
    return line;
  }
  return {
    read(chunk) {
      const lines: Buffer[] = [];
      let start = 0;
      for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
        keep(chunk.subarray(start, end));
        lines.push(complete());
        start = end + 1;
      }
      keep(chunk.subarray(start));
      return lines;
    },
  };
}
