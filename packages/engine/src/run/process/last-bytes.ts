/** Keeps the end of a stream of bytes. */
export interface LastBytes {
  add(chunk: Buffer): void;
  /** The last bytes, from the first whole character on, as text. */
  text(): string;
}

export function lastBytes(limit: number): LastBytes {
  // Twice the limit, so that the bytes have to move only once in a while.
  const kept = Buffer.allocUnsafeSlow(2 * limit);
  let length = 0;
  let total = 0;
  return {
    add(chunk) {
      total += chunk.length;
      const piece = chunk.subarray(-limit);
      if (length + piece.length > kept.length) {
        const stay = Math.min(length, limit);
        kept.copyWithin(0, length - stay, length);
        length = stay;
      }
      piece.copy(kept, length);
      length += piece.length;
    },
    text() {
      let start = Math.max(0, length - limit);
      // Bytes that continue a character whose beginning is gone.
      if (total > limit) while (start < length && isContinuation(kept[start])) start += 1;
      return kept.toString("utf8", start, length);
    },
  };
}

const isContinuation = (byte = 0): boolean => (byte & 0xc0) === 0x80;
