import { readdirSync } from "node:fs";
import { basename, dirname } from "node:path";

/** What a byte that is not UTF-8 becomes when it is decoded. */
const replacement = "\uFFFD";

/** Whether a path was decoded from bytes that are not UTF-8: no file can be opened by this text. */
const isOddName = (path: string): boolean => path.includes(replacement);

export const oddNamesNote =
  "(In these names \\xNN is a byte that is not UTF-8. To open such a file, use Bash and write its name as $'…'.)";

/** What opens the file: its path, or the bytes of it if its text is not exact. */
export function nameOnDisk(path: string): string | Buffer {
  if (!isOddName(path)) return path;
  const folder = Buffer.from(nameOnDisk(dirname(path)));
  const entry = entriesOf(folder).find((one) => one.toString() === basename(path));
  return Buffer.concat([folder, Buffer.from("/"), entry ?? Buffer.from(basename(path))]);
}

/** The path with every byte that is not UTF-8 as `\xNN`. */
export function printedName(path: string): string {
  const name = nameOnDisk(path);
  return typeof name === "string" ? name : escaped(name);
}

function entriesOf(folder: Buffer): readonly Buffer[] {
  try {
    return readdirSync(folder, { encoding: "buffer" });
  } catch {
    return [];
  }
}

function escaped(bytes: Buffer): string {
  let text = "";
  for (let at = 0; at < bytes.length; ) {
    const character = [1, 2, 3, 4]
      .map((length) => bytes.subarray(at, at + length))
      .find((part) => !isOddName(part.toString()));
    text += character?.toString() ?? `\\x${bytes.subarray(at, at + 1).toString("hex")}`;
    at += character?.length ?? 1;
  }
  return text;
}
