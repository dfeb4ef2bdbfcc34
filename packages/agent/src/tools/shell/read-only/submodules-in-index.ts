/** An entry without its path: times, device, mode, owner, size, object and flags. */
const objectLengths: Readonly<Record<string, number>> = { sha1: 20, sha256: 32 };
const modeAt = 24;
const lengthBeforeObject = 40;
const submodule = 0o160000;

/**
 * The paths of the submodules in an index of git; undefined if it is not in a form that is known. git runs in these
 * folders too, with the settings that it finds there.
 */
export const submodulesInIndex = (
  index: Buffer,
  objectFormat: ObjectFormat,
): readonly string[] | undefined =>
  entriesOf(index, objectFormat)
    ?.filter(({ isSubmodule }) => isSubmodule)
    .map(({ path }) => path.toString());

/** The paths of all files in an index; undefined if it is not in a form that is known. */
export const pathsInIndex = (
  index: Buffer,
  objectFormat: ObjectFormat,
): readonly string[] | undefined =>
  entriesOf(index, objectFormat)?.map(({ path }) => path.toString());

type ObjectFormat = "sha1" | "sha256";

function entriesOf(index: Buffer, objectFormat: ObjectFormat): readonly Entry[] | undefined {
  const objectLength = objectLengths[objectFormat] ?? 0;
  if (index.length < 12 + objectLength || index.toString("latin1", 0, 4) !== "DIRC")
    return undefined;
  const version = index.readUInt32BE(4);
  const count = index.readUInt32BE(8);
  if (version < 2 || version > 4) return undefined;
  const found: Entry[] = [];
  let entry: Entry = { path: Buffer.alloc(0), isSubmodule: false, end: 12 };
  for (let number = 0; number < count; number++) {
    const next = readEntry(index, entry, { version, objectLength });
    if (next === undefined) return undefined;
    entry = next;
    found.push(entry);
  }
  return hasOtherParts(index, entry.end, objectLength) ? undefined : found;
}

interface Entry {
  readonly path: Buffer;
  readonly isSubmodule: boolean;
  /** Where the next entry starts. */
  readonly end: number;
}

function readEntry(
  index: Buffer,
  before: Entry,
  { version, objectLength }: { readonly version: number; readonly objectLength: number },
): Entry | undefined {
  const start = before.end;
  const flagsAt = start + lengthBeforeObject + objectLength;
  if (flagsAt + 2 > index.length) return undefined;
  const isExtended = (index.readUInt16BE(flagsAt) & 0x4000) !== 0;
  const afterFlags = flagsAt + (isExtended ? 4 : 2);
  // Version 4 stores how much of the path before is removed, and what follows instead.
  const removed =
    version === 4 ? readOffset(index, afterFlags) : { value: before.path.length, end: afterFlags };
  if (removed === undefined || removed.value > before.path.length) return undefined;
  const end = index.indexOf(0, removed.end);
  if (end < 0) return undefined;
  const kept = before.path.subarray(0, before.path.length - removed.value);
  return {
    path: Buffer.concat([kept, index.subarray(removed.end, end)]),
    isSubmodule: (index.readUInt32BE(start + modeAt) & 0o170000) === submodule,
    end: version === 4 ? end + 1 : end + 8 - ((end - start) % 8),
  };
}

/** The parts after the entries: with a shared index, or with folders in place of entries, this one is not complete. */
function hasOtherParts(index: Buffer, start: number, objectLength: number): boolean {
  let at = start;
  while (at + 8 <= index.length - objectLength) {
    const name = index.toString("latin1", at, at + 4);
    if (name === "link" || name === "sdir") return true;
    at += 8 + index.readUInt32BE(at + 4);
  }
  return at !== index.length - objectLength;
}

/** A number of variable length, as version 4 writes it. */
function readOffset(index: Buffer, start: number) {
  let value = 0;
  for (let at = start; at < index.length && at < start + 5; at++) {
    const byte = index[at] ?? 0;
    value = (at === start ? 0 : value + 1) * 128 + (byte & 0x7f);
    if ((byte & 0x80) === 0) return { value, end: at + 1 };
  }
  return undefined;
}
