import { isAbsolute, join } from "node:path";
import type { Command, SyntaxNode } from "unbash";
import { type KnownValues, wordValue } from "./word-value.ts";

/** Where a part of a command runs. */
export interface Place {
  /** The folders that it may run in, after each `cd` before it; empty is the folder that the command starts in. */
  readonly folders: readonly string[];
  /** After a `cd` to a folder that is known only at run time. */
  readonly isElsewhere: boolean;
}

/** Before any `cd`. */
export const atStart: Place = { folders: [""], isElsewhere: false };

/** Each `cd` that may fail or may not be reached doubles the number of folders. */
const maxFolders = 32;

/** A `cd` in these has no effect on what comes after them. */
const ownFolder: ReadonlySet<SyntaxNode["type"]> = new Set([
  "Script",
  "Subshell",
  "Pipeline",
  "CommandExpansion",
  "ProcessSubstitution",
]);

/** Follows `cd` through a command, in the order of its text. */
export function createPlace(variables: KnownValues) {
  let place = atStart;
  /** What comes next runs only if these succeed. */
  const required = new Set<SyntaxNode>();

  function enter(node: SyntaxNode, visitChildren: () => void): void {
    const before = place;
    if (node.type === "AndOr") {
      const end = [...node.operators, "||"].indexOf("||");
      for (const command of node.commands.slice(0, end)) required.add(command);
    }
    visitChildren();
    if (ownFolder.has(node.type)) place = before;
    else if (node.type === "AndOr") place = either(place, before);
    else if (node.type === "Command" && changesFolder(node)) {
      const after = movedTo(targetOf(node, variables), before);
      place = required.has(node) ? after : either(after, before);
    }
  }

  return { now: (): Place => place, enter };
}

const changesFolder = ({ name }: Command): boolean => name?.text === "cd" || name?.text === "pushd";

function targetOf({ args }: Command, variables: KnownValues): string | undefined {
  const words = args.filter((word) => word.type === "Word" && !/^-[-LPe@]+$/.test(word.text));
  const [first] = words;
  if (first === undefined) return variables.get("HOME");
  return first.type === "Word" && first.text !== "-" ? wordValue(first, variables) : undefined;
}

function movedTo(target: string | undefined, { folders, isElsewhere }: Place): Place {
  if (target === undefined) return { folders, isElsewhere: true };
  if (isAbsolute(target)) return { folders: [target], isElsewhere: false };
  return { folders: folders.map((folder) => join(folder, target)), isElsewhere };
}

const either = (one: Place, other: Place): Place => ({
  folders: [...new Set([...one.folders, ...other.folders])].slice(0, maxFolders),
  isElsewhere: one.isElsewhere || other.isElsewhere,
});
