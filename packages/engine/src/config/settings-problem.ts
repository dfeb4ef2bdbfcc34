import type { Snapshot } from "../stages/snapshot.ts";
import { managedSettingsFlag, settingsFlag } from "../text/settings-flag.ts";

/** Why the settings or a plugin that the caller named cannot be used, in one line; they may contain guards that the caller relies on. */
export function settingsProblem({
  files,
  diagnostics,
}: Pick<Snapshot, "files" | "diagnostics">): string | undefined {
  const unread = files.find(
    ({ scope, state, file, required }) =>
      ((scope === "settings-flag" || file === managedSettingsFlag) &&
        state !== "loaded" &&
        state !== "same-file") ||
      required,
  );
  if (!unread) return undefined;
  const flag = unread.required ? "--plugin-dir" : settingsFlag;
  const isFlag = unread.file === flag || unread.file === managedSettingsFlag;
  const name = isFlag ? unread.file : `${flag} ${unread.file}`;
  const why = diagnostics.find(({ place }) => place.file === unread.file);
  if (!why) return `${name}: ${unread.state}`;
  const { line, column } = why.place;
  const where = unread.state === "invalid" ? ` (line ${line}, column ${column})` : "";
  // A plugin's own advice is about sessions that start without the file.
  const advice = unread.required
    ? "fix it; it may contain guards, so nothing starts without it"
    : why.advice;
  return `${name}: ${why.message}${where}; ${advice}`;
}
