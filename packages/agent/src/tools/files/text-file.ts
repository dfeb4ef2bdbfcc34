type Encoding = "utf8" | "utf16le";

/** A text file, with what is needed to write it back in the same encoding. */
export interface TextFile {
  /** Without byte-order mark; line ends unchanged. */
  readonly text: string;
  readonly encoding: Encoding;
  readonly hasMark: boolean;
  /** False if some bytes are not valid text: writing the file back would lose them. */
  readonly isExact: boolean;
}

const mark = "\uFEFF";

/** Decodes bytes as text; undefined if they are binary. */
export function decodeText(bytes: Buffer): TextFile | undefined {
  const encoding: Encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf16le" : "utf8";
  if (encoding === "utf8" && bytes.includes(0)) return undefined;
  const decoded = bytes.toString(encoding);
  const hasMark = decoded.startsWith(mark);
  return {
    text: hasMark ? decoded.slice(1) : decoded,
    encoding,
    hasMark,
    isExact: Buffer.from(decoded, encoding).equals(bytes),
  };
}

/** Encodes a new text the way the file was encoded. */
export const encodeText = ({ encoding, hasMark }: TextFile, text: string): Buffer =>
  Buffer.from(hasMark ? mark + text : text, encoding);
