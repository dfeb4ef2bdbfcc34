import type { Snapshot } from "../stages/snapshot.ts";
import { settingsFlag } from "../text/settings-flag.ts";

/** Why the settings that the caller named cannot be used, in one line; they may contain guards that the caller relies on. */
export function settingsProblem({
  files,
  diagnostics,
}: Pick<Snapshot, "files" | "diagnostics">): string | undefined {
  const unread = files.find(
    ({ scope, state }) => scope === "settings-flag" && state !== "loaded" && state !== "same-file",
  );
  if (!unread) return undefined;
  const name = unread.file === settingsFlag ? settingsFlag : `${settingsFlag} ${unread.file}`;
  const why = diagnostics.find(({ place }) => place.file === unread.file);
  if (!why) return `${name}: ${unread.state}`;
  const { line, column } = why.place;
  const where = unread.state === "invalid" ? ` (line ${line}, column ${column})` : "";
  return `${name}: ${why.message}${where}; ${why.advice}`;
}
