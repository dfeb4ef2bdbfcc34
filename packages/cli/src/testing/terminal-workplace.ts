import { join } from "node:path";
import * as tested from "../../../../scripts/packed/tested.ts";
import { openTerminal, type Terminal } from "../../../../scripts/testing/tmux.ts";
import { type World, workplace } from "./workplace.ts";

export interface TerminalWorld extends World {
  readonly columns?: number;
  readonly rows?: number;
  /** Flags of every run, after the model. */
  readonly flags?: readonly string[];
}

/** A workplace in which the command runs in a real terminal. Nothing of it is left when the test has finished. */
export function terminalWorkplace({ columns, rows, flags = [], ...world }: TerminalWorld = {}) {
  const place = workplace(world);
  const terminals: Terminal[] = [];
  return {
    ...place,
    /** Starts the command in a new terminal. */
    async open(args: readonly string[] = [], more: NodeJS.ProcessEnv = {}): Promise<Terminal> {
      const terminal = await openTerminal({
        words: [...tested.command(), ...place.model, ...flags, ...args],
        cwd: place.cwd,
        env: { LANG: "C.UTF-8", ...place.env, ...more },
        socket: join(place.base, `terminal-${terminals.length}`),
        ...(columns !== undefined && { columns }),
        ...(rows !== undefined && { rows }),
      });
      terminals.push(terminal);
      return terminal;
    },
  };
}
