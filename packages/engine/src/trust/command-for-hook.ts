import { brand } from "@snaphook/protocol";
import type { Origin } from "../stages/snapshot.ts";
import { currentFolder } from "../text/current-folder.ts";

/** A command about a hook, such as `trust ID`, as it works in the folder in which the user is. */
export function commandForHook(
  words: string,
  { scope, root }: Pick<Origin, "scope" | "root">,
): string {
  const command = `${brand.command} ${words}`;
  if (root === undefined) return command;
  if (scope === "plugin") return `${command} --plugin-dir ${quoted(root)}`;
  return root === currentFolder() ? command : `${command} --cwd ${quoted(root)}`;
}

const quoted = (path: string): string =>
  /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
