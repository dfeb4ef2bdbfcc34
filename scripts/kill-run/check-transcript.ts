import { readFileSync } from "node:fs";

type Fields = Readonly<Record<string, unknown>>;

/** A transcript as it is on disk. */
export interface Kept {
  readonly records: readonly Fields[];
  /** The bytes of all complete records, which must never change. */
  readonly whole: Buffer;
  readonly torn: boolean;
  readonly problems: readonly string[];
}

/** Reads a transcript whose writer may have been killed: only its last line may be incomplete. */
export function readKept(file: string): Kept {
  const bytes = readFileSync(file);
  const end = bytes.lastIndexOf("\n") + 1;
  const problems: string[] = [];
  const records = bytes
    .toString("utf8", 0, end)
    .split("\n")
    .slice(0, -1)
    .flatMap((line, index): readonly Fields[] => {
      const record = parse(line);
      if (!record) problems.push(`line ${index + 1} is no record: ${line.slice(0, 80)}`);
      return record ? [record] : [];
    });
  const tail = bytes.subarray(end);
  const last = parse(tail.toString("utf8"));
  return {
    records: last ? [...records, last] : records,
    whole: last ? bytes : bytes.subarray(0, end),
    torn: tail.length > 0 && !last,
    problems,
  };
}

function parse(line: string): Fields | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** What was printed on stdout but is missing from the transcript, in the same order. */
export function lostRecords(
  printed: readonly Fields[],
  records: readonly Fields[],
): readonly string[] {
  const kept = records.flatMap(essences);
  let from = 0;
  return printed.flatMap(essences).flatMap((wanted) => {
    const at = kept.indexOf(wanted, from);
    if (at >= 0) from = at + 1;
    return at >= 0 ? [] : [`printed but not in the transcript: ${wanted.slice(0, 120)}`];
  });
}

/**
 * What of a record both places have, as texts: one of each block of a message, because results of calls that ran at
 * the same time are printed one by one and kept together.
 */
function essences({ type, message, subtype, result }: Fields): readonly string[] {
  if (type === "result") return [JSON.stringify({ type, subtype, result })];
  if (type !== "user" && type !== "assistant") return [];
  const { id, content } = message as Fields;
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content];
  return blocks.map((block) => JSON.stringify({ type, id, block }));
}
