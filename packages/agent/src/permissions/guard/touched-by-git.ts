import { realTarget } from "@snaphook/engine/internal";
import { commandsOf } from "@snaphook/engine/rules";
import { isInside } from "../../is-inside.ts";
import type { ProtectedPlaces, Touch } from "./protected-places.ts";

/** Commands of git that give the files of a commit to the project. */
const switching: ReadonlySet<string> = new Set(
  "checkout cherry-pick merge rebase reset restore switch".split(" "),
);
const maxCommits = 4;

/** The paths in which a commit differs from the current one; empty if it does not exist. */
export type ChangedByCommit = (commit: string, cwd: string) => Promise<readonly string[]>;

interface GitGuard {
  readonly cwd: string;
  readonly places: ProtectedPlaces;
  readonly changedByCommit: ChangedByCommit;
}

/**
 * T5: the protected file that a change to another commit would replace, so that the user is asked before: in the
 * sandbox git would fail half-way.
 */
export async function touchedByGit(line: string, guard: GitGuard): Promise<Touch | undefined> {
  const { cwd, places, changedByCommit } = guard;
  const folder = realTarget(`${places.projectDirectory}/.claude`);
  for (const commit of commitsIn(line))
    for (const path of await changedByCommit(commit, cwd)) {
      const touch = places.at(path);
      if (touch !== undefined) return touch;
      // The sandbox protects the folder as a whole.
      if (isInside(folder, realTarget(path))) return { kind: "settings", file: path };
    }
  return undefined;
}

/** The words of a line that may name a commit to change to. */
function commitsIn(line: string): readonly string[] {
  const named = commandsOf(line).commands.flatMap(({ words }) => {
    const [program, command, ...rest] = words;
    if (program?.value !== "git" || !switching.has(command?.value ?? "")) return [];
    return rest.filter(({ literal }) => literal).map(({ value }) => value);
  });
  const names = named.map((name) => (name === "-" ? "@{-1}" : name.replace(/^--source=/, "")));
  return [...new Set(names.filter((name) => !name.startsWith("-")))].slice(0, maxCommits);
}
