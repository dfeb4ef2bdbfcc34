import { nearestName } from "@snaphook/engine/internal";
import type { Screen } from "../screen-context.ts";
import { runLocalCommand } from "./local-commands.ts";
import { offeredCommands } from "./offered-commands.ts";

/** Takes what the user sent to where it belongs: the shell, a command of the screen, or the session. */
export function sendInput(text: string, screen: Screen): void {
  const { actions, input, store } = screen;
  const trimmed = text.trim();
  if (trimmed.startsWith("!")) {
    const command = trimmed.slice(1).trim();
    if (command !== "") actions.runCommand(command);
    return;
  }
  if (runLocalCommand(trimmed, screen)) return;
  const problem = unknownCommand(trimmed, screen);
  if (problem === undefined) {
    actions.submit(text);
    return;
  }
  store.dispatch({ type: "entry", entry: { kind: "notice", level: "warning", text: problem } });
  input.putBack(text);
}

/** Commands that are not offered, but work. */
const otherNames: readonly string[] = ["quit"];

/** Says that a command does not exist; undefined: it does, or the text is a prompt. */
function unknownCommand(text: string, screen: Screen): string | undefined {
  const [, name] = /^\/([\p{L}\p{N}_.:-]+)(?:\s|$)/u.exec(text) ?? [];
  // The commands of files are not known before the session is open.
  if (name === undefined || !screen.actions.control()) return undefined;
  const names = offeredCommands(screen).map((command) => command.name);
  if (names.includes(name) || otherNames.includes(name)) return undefined;
  const nearest = nearestName(name, names) ?? names.find((one) => one.startsWith(name));
  const meant = nearest === undefined ? "" : ` Did you mean /${nearest}?`;
  return `There is no command /${name}.${meant} /help lists all commands.`;
}
