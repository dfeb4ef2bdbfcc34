import { isObject } from "@snaphook/engine/internal";

/** A folder, and the one that takes its place. */
export type Move = readonly [from: string, to: string];

/** A function that copies a value, with paths in its texts moved from some folders to others. */
export function pathMover(moves: readonly Move[]): <Value>(value: Value) => Value {
  const used = moves.filter(([from, to]) => from !== to && from !== "/");
  if (used.length === 0) return (value) => value;
  const targets = new Map(used);
  // The longest first: a folder may be inside another one.
  const folders = used
    .map(([from]) => from.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .sort((left, right) => right.length - left.length);
  const pattern = new RegExp(`(?<![\\w./-])(?:${folders.join("|")})(?![\\w.-])`, "g");
  const move = (value: unknown): unknown => {
    if (typeof value === "string")
      return value.replaceAll(pattern, (folder) => targets.get(folder) ?? folder);
    if (Array.isArray(value)) return value.map(move);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, move(one)]));
  };
  return <Value>(value: Value) => move(value) as Value;
}
