type Encoding = "utf8" | "utf16le";

/** A file of text, as it has to be written again. */
export interface TextFile {
  /** Without byte-order mark; line ends as they are. */
  readonly text: string;
  readonly encoding: Encoding;
  readonly hasMark: boolean;
  /** False if bytes of it are no text: written again, they would be lost. */
  readonly isExact: boolean;
}

const mark = "\uFEFF";

/** Bytes read as text; undefined if they are none. */
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

/** The bytes of a file with another text. */
export const encodeText = ({ encoding, hasMark }: TextFile, text: string): Buffer =>
  Buffer.from(hasMark ? mark + text : text, encoding);
