import { brand, shellWord } from "@snaphook/protocol";
import { currentFolder } from "../text/current-folder.ts";

/** A command about a hook, such as `trust ID`, as it works in the folder in which the user is. */
export function commandForHook(
  words: string,
  { scope, root }: { readonly scope: string; readonly root: string | undefined },
): string {
  const command = `${brand.command} ${words}`;
  if (root === undefined) return command;
  if (scope === "plugin") return `${command} --plugin-dir ${shellWord(root)}`;
  return root === currentFolder() ? command : `${command} --cwd ${shellWord(root)}`;
}
