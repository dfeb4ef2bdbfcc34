import { brand, shellWord } from "@snaphook/protocol";

import { currentFolder } from "../text/current-folder.ts";
import { settingsFlag } from "../text/settings-flag.ts";

/**
 * A command about a hook, such as `trust ID`, as it works in the folder in which the user is. `file` is where the hook
 * is defined; settings that were given as JSON have no file.
 */
export function commandForHook(
  words: string,
  { scope, root }: { readonly scope: string; readonly root: string | undefined },
  file?: string,
): string {
  const command = `${brand.command} ${words}`;
  if (scope === "settings-flag")
    return file === undefined || file === settingsFlag
      ? `${command} with the same ${settingsFlag}`
      : `${command} ${settingsFlag} ${shellWord(file)}`;
  if (root === undefined) return command;
  if (scope === "plugin") return `${command} --plugin-dir ${shellWord(root)}`;
  return root === currentFolder() ? command : `${command} --cwd ${shellWord(root)}`;
}
