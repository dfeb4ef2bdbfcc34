import { brand, shellWord } from "@snaphook/protocol";
import { currentFolder } from "./current-folder.ts";
import { isJsonText } from "./settings-flag.ts";

/** Where the hooks of a session come from, and how they are judged. */
export interface SessionSources {
  readonly cwd: string;
  readonly settings?: string;
  readonly pluginDirectories?: readonly string[];
  readonly profile?: string;
}

/**
 * A command that looks at the hooks of a session, such as `hooks`, in words for the user. Settings that are JSON are
 * not repeated: they are long and may contain secrets.
 */
export function commandForSession(
  words: string,
  { cwd, settings, pluginDirectories = [], profile }: SessionSources,
): string {
  const isText = settings !== undefined && isJsonText(settings);
  const options = [
    ...(cwd === currentFolder() ? [] : [`--cwd ${shellWord(cwd)}`]),
    ...(settings === undefined || isText ? [] : [`--settings ${shellWord(settings)}`]),
    ...pluginDirectories.map((folder) => `--plugin-dir ${shellWord(folder)}`),
    ...(profile === undefined ? [] : [`--profile ${shellWord(profile)}`]),
  ];
  const command = `${brand.command} ${[words, ...options].join(" ")}`;
  return `${options.length === 0 ? command : `"${command}"`}${isText ? " with the same --settings" : ""}`;
}
