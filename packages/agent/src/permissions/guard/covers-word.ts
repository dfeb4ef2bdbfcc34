import picomatch from "picomatch";
import { pathFrom, type ShellPlace, type ShellWord } from "./shell-place.ts";

const wildcard = /[*?[{]/;

/** Whether a word with wildcards or variables may become one of these paths when the shell expands it. */
export function mayBecome(
  { value, shape }: ShellWord,
  paths: readonly string[],
  place: ShellPlace,
): boolean {
  const patterns = place.directories.map((directory) => ({
    glob: pathFrom(escapeGlob(directory), value, escapeGlob(place.home)),
    shape: shape.startsWith("*") ? shape : pathFrom(directory, shape, place.home),
  }));
  const isGlob = !value.includes("$") && !value.includes("`") && wildcard.test(value);
  return patterns.some(({ glob, shape: known }) => {
    if (isGlob)
      return paths.some((path) => picomatch.isMatch(path, withoutDots(glob), { nonegate: true }));
    return showsSomething(shape) && paths.some(shapeOf(known));
  });
}

const escapeGlob = (path: string): string => path.replaceAll(/[\\*?[\]{}()!+@]/g, "\\$&");

const withoutDots = (glob: string): string => glob.replaceAll(/\/(?:\.\/)+/g, "/");

/** `$FILE` may be anything; only what the line spells out counts. */
const showsSomething = (shape: string): boolean => /[A-Za-z0-9]/.test(shape);

/** A variable at the start may be a path, one further on is taken as a part of a name. */
function shapeOf(shape: string): (path: string) => boolean {
  const pieces = shape.split("*").map((piece) => piece.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&"));
  const [first = "", ...rest] = pieces;
  const start = first === "" && rest.length > 0 ? `.*${rest.shift() ?? ""}` : first;
  const expression = new RegExp(`^${[start, ...rest].join("[^/]*")}$`);
  return (path) => expression.test(path);
}
