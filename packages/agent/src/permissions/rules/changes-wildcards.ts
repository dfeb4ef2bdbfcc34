import { basename } from "node:path";
import { type CommandLine, commandsOf, possibleCommands } from "@snaphook/engine/rules";
import type { Word } from "./file-use.ts";

/**
 * Whether a line may change which names wildcards match: `shopt -s nocaseglob`, `bash -O extglob`, and shells with
 * other wildcards.
 */
export const changesWildcards = ({ commands, assigned }: CommandLine): boolean =>
  assigned.some(({ name }) => name === "BASHOPTS") ||
  commands.some((command) => {
    const { commands: possible, scripts } = possibleCommands(command);
    return (
      possible.some(({ words }) => isChange(words)) ||
      scripts.some((script) => changesWildcards(commandsOf(script)))
    );
  });

function isChange([program, ...args]: readonly Word[]): boolean {
  const name = basename(program?.value ?? "");
  const has = (option: RegExp) => args.some(({ value }) => option.test(value));
  return (
    /^(?:shopt|ksh|zsh)$/.test(name) || (/sh$/.test(name) && has(/^[-+]\w*O/)) || has(/^BASHOPTS=/)
  );
}
