import type { Diagnostic, Snapshot } from "../stages/snapshot.ts";
import { managedSettingsFlag, settingsFlag } from "../text/settings-flag.ts";
import { mcpFileName } from "./read-mcp-file.ts";

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
  const own = diagnostics.filter(({ place }) => place.file === unread.file);
  const why = own.find(({ level }) => level === "error") ?? own[0];
  if (!why) return `${name}: ${unread.state}`;
  const { line, column } = why.place;
  const isInText = unread.state === "invalid" || unread.state === "loaded";
  const where = isInText ? ` (line ${line}, column ${column})` : "";
  const advice = unread.required ? pluginAdvice(unread.file, why) : why.advice;
  return `${name}: ${why.message}${where}; ${advice}`;
}

/** Problems whose own advice is about sessions that start without the file. */
const brokenFile: ReadonlySet<string> = new Set(["not-json", "not-a-manifest", "unreadable-file"]);

function pluginAdvice(file: string, { code, advice }: Diagnostic): string {
  const reason = file.endsWith(mcpFileName)
    ? "nothing starts without the servers of a plugin that you name"
    : "it may contain guards, so nothing starts without it";
  return `${brokenFile.has(code) ? "fix it" : advice}; ${reason}`;
}
