import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ignore, { type Ignore } from "ignore";

/** The patterns of one .gitignore, for everything below its folder. */
interface Level {
  readonly folder: string;
  readonly patterns: Ignore;
}

/** What git ignores, as known in one folder; the nearest file decides first. */
export interface GitIgnore {
  /** The same in a folder below, with its own .gitignore, if it has one. */
  below(folder: string, hasFile: boolean): GitIgnore;
  excludes(path: string, isFolder: boolean): boolean;
}

/** What git ignores in a folder: nothing outside of a repository, as ripgrep has it. */
export function gitIgnoreOf(folder: string): GitIgnore {
  const root = repositoryOf(folder);
  if (root === undefined) return nothing;
  const parents = parentsOf(folder, root);
  const above = [
    ...levelsOf(root, ".git/info/exclude"),
    ...parents.flatMap((parent) => levelsOf(parent, ".gitignore")),
  ];
  const known = rulesOf(above);
  // Whoever names an ignored folder wants to see what is in it.
  const isNamed = folder !== root && known.excludes(folder, true);
  return isNamed ? rulesOf([]) : known;
}

const nothing: GitIgnore = { below: () => nothing, excludes: () => false };

const rulesOf = (levels: readonly Level[]): GitIgnore => ({
  below: (folder, hasFile) =>
    hasFile ? rulesOf([...levels, ...levelsOf(folder, ".gitignore")]) : rulesOf(levels),
  excludes(path, isFolder) {
    for (const { folder, patterns } of levels.toReversed()) {
      const name = relative(folder, path);
      const { ignored, unignored } = patterns.test(isFolder ? `${name}/` : name);
      if (ignored || unignored) return ignored;
    }
    return false;
  },
});

function levelsOf(folder: string, file: string): readonly Level[] {
  try {
    const text = readFileSync(join(folder, file), "utf8");
    return [{ folder, patterns: ignore({ ignorecase: false }).add(text) }];
  } catch {
    return [];
  }
}

function repositoryOf(folder: string): string | undefined {
  if (existsSync(join(folder, ".git"))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : repositoryOf(parent);
}

/** The folders from the repository's root to the one above a folder. */
function parentsOf(folder: string, root: string): readonly string[] {
  return folder === root ? [] : [...parentsOf(dirname(folder), root), dirname(folder)];
}
