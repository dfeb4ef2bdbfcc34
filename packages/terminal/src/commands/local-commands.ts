import type { Screen } from "../screen-context.ts";
import { panelKinds, panels } from "../views/read-panel.ts";

/** A command of the screen: it opens a view or changes something here, and the session never gets it. */
export interface LocalCommand {
  readonly name: string;
  readonly description: string;
  /** With arguments the session gets it, such as `/model NAME`. */
  readonly isViewWithoutArguments?: true;
  /** `[what is optional]`, `<what is not>`. */
  readonly argumentHint?: string;
  run(screen: Screen, args: string): void;
}

/** Commands of the screen. All others, such as `/compact` and those of files, go to the session. */
export const localCommands: readonly LocalCommand[] = [
  {
    name: "help",
    description: "Show keys and commands",
    run: ({ store }) => store.dispatch({ type: "view", view: { kind: "help" } }),
  },
  {
    name: "exit",
    description: "End the session",
    // The session asks first if something runs in the background.
    run: ({ actions }) => actions.submit("/exit"),
  },
  {
    name: "hooks",
    description: "See, add, change, test and switch hooks",
    run: ({ store }) => store.dispatch({ type: "view", view: { kind: "hooks" } }),
  },
  {
    name: "resume",
    description: "Continue an earlier session",
    isViewWithoutArguments: true,
    run: ({ store }) => store.dispatch({ type: "view", view: { kind: "sessions" } }),
  },
  ...panelKinds.map(
    (kind): LocalCommand => ({
      name: kind,
      description: panels[kind].description,
      isViewWithoutArguments: true,
      run: ({ store }) => store.dispatch({ type: "view", view: { kind } }),
    }),
  ),
];

/** Runs a command of the screen; false if the text is not one. */
export function runLocalCommand(text: string, screen: Screen): boolean {
  const [, name, args = ""] = /^\/(\S+)(?:\s+(.*))?$/s.exec(text.trim()) ?? [];
  const command = localCommands.find((one) => one.name === name);
  if (!command || (command.isViewWithoutArguments && args !== "")) return false;
  command.run(screen, args);
  return true;
}
