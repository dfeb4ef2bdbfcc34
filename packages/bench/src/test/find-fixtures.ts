import { lstatSync, readdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const isFixture = (name: string): boolean => /\.hooktest\.(?:ya?ml|json)$/.test(name);

/** Folders that are not searched: they hold the files of others. */
const skipped = new Set(["node_modules", ".git"]);

/** Thrown for a path that does not exist, and for a file that is not a fixture. */
export class FixturePathError extends Error {}

/** Every fixture in the given files and folders, sorted, each once. */
export function findFixtures(paths: readonly string[], cwd: string): readonly string[] {
  return [...new Set(paths.flatMap((path) => fixturesIn(resolve(cwd, path))))].sort();
}

function fixturesIn(path: string): readonly string[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory() && !isFixture(path)) return search(path);
  if (stats === undefined && !isLink(path)) throw new FixturePathError(`${path} does not exist`);
  if (isFixture(path)) return [path];
  if (!stats?.isFile()) throw new FixturePathError(`${path}: it is not a regular file`);
  throw new FixturePathError(
    `${path} is not a fixture; its name must end in .hooktest.yaml, .hooktest.yml or .hooktest.json`,
  );
}

const isLink = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

/** Whatever has the name of a fixture is one: what cannot be read is reported, not skipped. */
function search(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (isFixture(entry.name)) return [path];
    return entry.isDirectory() && !skipped.has(entry.name) ? search(path) : [];
  });
}

/** The nearest folder above a fixture that has a `.claude` folder, up to `cwd`; otherwise `cwd`. */
export function projectOf(fixture: string, cwd: string): string {
  const top = resolve(cwd);
  for (let folder = dirname(fixture); folder.startsWith(top); folder = dirname(folder)) {
    if (statSync(join(folder, ".claude"), { throwIfNoEntry: false })?.isDirectory()) return folder;
    if (folder === top) break;
  }
  return top;
}
