import type { Diagnostic } from "../stages/snapshot.ts";
import { nearestName } from "../text/nearest-name.ts";
import { isNote } from "./note-keys.ts";

/** Keys in the front matter of skills and commands, also of those that only other hosts read. */
const ofCommands = [
  ...[
    "hooks",
    "name",
    "description",
    "argument-hint",
    "allowed-tools",
    "model",
    "context",
    "agent",
  ],
  ...["disable-model-invocation", "user-invocable", "when_to_use", "version", "license"],
  ...["metadata", "compatibility", "effort", "mode", "paths", "shell"],
];

/**
 * A misspelt key has no effect, so hooks under it never run. Only the lines are read, because most files have no
 * hooks and YAML takes long. The agent reports the other keys of agents.
 */
export function misspeltKeys(
  file: string,
  front: string,
  kind: "skill" | "command" | "agent",
): readonly Diagnostic[] {
  const known = kind === "agent" ? ["hooks"] : ofCommands;
  return front.split("\n").flatMap((text, index) => {
    const key = /^["']?([\w-]+)["']?[ \t]*:/.exec(text)?.[1];
    if (key === undefined || known.includes(key) || isNote(key)) return [];
    const nearest = nearestName(key, known);
    if (nearest === undefined) return [];
    const place = { file, line: index + 2, column: 1, path: key };
    return {
      code: "unknown-front-matter-key",
      level: nearest === "hooks" ? "error" : "warning",
      place,
      message: `unknown key "${key}" in the front matter is ignored`,
      advice: `did you mean "${nearest}"?`,
    } as const;
  });
}
