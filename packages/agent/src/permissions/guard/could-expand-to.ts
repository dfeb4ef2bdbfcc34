import { realTarget } from "@snaphook/engine/internal";
import { pathFrom, type ShellDirectories, type ShellWord } from "./shell-directories.ts";

/**
 * Whether a word with wildcards or variables may become one of these paths when the shell expands it.
 *
 * Only the literal parts of the word are compared: `$FILE` alone could be anything and matches nothing. A
 * variable at the start may be a whole path, a later one part of a name. Wildcards are matched without
 * backtracking, so the time is bounded.
 */
export function couldExpandTo(
  { value, shape }: ShellWord,
  paths: readonly string[],
  place: ShellDirectories,
): boolean {
  if (!/[A-Za-z0-9]/.test(shape)) return false;
  const isGlob = !/[$`{]/.test(value);
  if (shape.startsWith("*") && !isGlob)
    return paths.some((path) => endsLike(path.split("/"), shape.split("/")));
  const shapes = place.directories.map((directory) => pathFrom(directory, shape, place.home));
  return shapes.some((known) => {
    const names = segmentsOf(known);
    return paths.some((path) => isLike(segmentsOf(path), names, isGlob));
  });
}

/** The names in a path with wildcards; links in the part before the first wildcard are resolved. */
function segmentsOf(path: string): readonly string[] {
  const fixed = path.slice(
    0,
    path.includes("*") ? path.lastIndexOf("/", path.indexOf("*")) : undefined,
  );
  const rest = path.slice(fixed.length).split("/");
  const names = realTarget(fixed).split("/");
  for (const name of rest) {
    if (name === "..") names.pop();
    else if (name !== "" && name !== ".") names.push(name);
  }
  return names.filter((name) => name !== "");
}

const isLike = (names: readonly string[], shapes: readonly string[], isGlob: boolean): boolean =>
  names.length === shapes.length &&
  names.every((name, index) => {
    const shape = shapes[index] ?? "";
    // A wildcard does not match a leading dot; a variable may.
    return !(isGlob && shape.startsWith("*") && name.startsWith(".")) && hasShape(name, shape);
  });

const endsLike = (names: readonly string[], shapes: readonly string[]): boolean =>
  names.length >= shapes.length && isLike(names.slice(-shapes.length), shapes, false);

/** Whether a name matches a pattern with wildcards. */
function hasShape(name: string, shape: string): boolean {
  const pieces = shape.split("*");
  const [first = ""] = pieces;
  if (pieces.length === 1) return name === first;
  const last = pieces.at(-1) ?? "";
  if (name.length < first.length + last.length) return false;
  if (!name.startsWith(first) || !name.endsWith(last)) return false;
  const end = name.length - last.length;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = name.indexOf(piece, at);
    if (found < 0 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
}
