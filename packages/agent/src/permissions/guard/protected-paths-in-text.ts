import { basename, relative } from "node:path";
import { isInside } from "../../is-inside.ts";
import type { ProtectedPlaces, Touch } from "./protected-places.ts";

/**
 * The protected path that a text contains anywhere: in the words of a loop, in a script for another program.
 * Quotes do not hide it. `directories` are those that relative paths may start from.
 */
export function protectedPathIn(
  text: string,
  places: ProtectedPlaces,
  directories: readonly string[],
): Touch | undefined {
  const plain = withoutQuotes(text);
  const containsPath = (path: string) => patternFor(path, endOfName).test(plain);
  const { trustFolders, trustFiles, files } = places;
  if (
    trustFolders.some((folder) => patternFor(folder, endOfFolder).test(plain)) ||
    trustFiles.some((file) => writtenForms(file, directories).some(containsPath))
  )
    return { kind: "trust" };
  const found = files.find(({ file, paths }) =>
    [file, ...paths].some((path) => writtenForms(path, directories).some(containsPath)),
  );
  return found && { kind: "settings", file: found.file };
}

/** The same for a text that cannot be parsed: the file name alone is enough. */
export function protectedNameIn(text: string, places: ProtectedPlaces): Touch | undefined {
  const plain = withoutQuotes(text);
  const { trustFolders, trustFiles, files } = places;
  if ([...trustFolders, ...trustFiles].some((path) => plain.includes(basename(path))))
    return { kind: "trust" };
  const found = files.find(({ file, paths }) =>
    [file, ...paths].some((path) => plain.includes(basename(path))),
  );
  return found && { kind: "settings", file: found.file };
}

const withoutQuotes = (text: string): string => text.replaceAll(/["'\\]/g, "");

/** A path, and its relative forms from each of the directories that contain it. */
const writtenForms = (path: string, directories: readonly string[]): readonly string[] => [
  path,
  ...directories
    .filter((directory) => isInside(directory, path) && directory !== path)
    .map((directory) => relative(directory, path)),
];

const endOfName = "(?!\\.?[\\w-])";
const endOfFolder = "/?(?![\\w./-])";

/** Matches a path that is not part of a longer name. */
function patternFor(path: string, end: string): RegExp {
  const start = path.startsWith("/") ? "" : "(?<![\\w-])";
  return new RegExp(`${start}${path.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}${end}`);
}
