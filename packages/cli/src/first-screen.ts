import type { AgentFlags } from "./commands/agent/agent-flags.ts";

/** Whether someone is at a terminal and asked for none of the other modes. */
export const isForTerminal = (flags: AgentFlags): boolean =>
  flags.print === undefined &&
  !flags.initOnly &&
  (flags.inputFormat ?? "text") === "text" &&
  (flags.outputFormat ?? "text") === "text" &&
  flags.output === undefined &&
  process.stdin.isTTY === true &&
  process.stdout.isTTY === true;

/** The screen draws over what it drew; a dumb terminal cannot do that. */
export const canMoveCursor = (): boolean =>
  process.env["TERM"] !== "dumb" && process.env["TERM"] !== "";

/** The width of what was drawn; undefined: nothing is on the screen. */
let drawnColumns: number | undefined;

/**
 * Shows an empty input line while the agent and the terminal interface are loaded, which takes longer than everything
 * before it. Keys are not echoed from now on; what is typed meanwhile waits for the real input line.
 */
export function drawFirstScreen(flags: AgentFlags): void {
  // To continue a session without an id begins with a list of them.
  if (!isForTerminal(flags) || !canMoveCursor() || flags.resume === true) return;
  process.stdin.setRawMode(true);
  drawnColumns = process.stdout.columns;
  const line = `\u001B[2m${"─".repeat(drawnColumns)}\u001B[22m`;
  // What was typed before was echoed to this line; it is read later.
  const screen = `\r\u001B[K${line}\r\n> \r\n${line}\r\n\u001B[2mstarting\u001B[22m\r\n`;
  process.stdout.write(screen + toInput);
}

/** From the line below the screen to where the user types. */
const toInput = "\u001B[3A\u001B[3G";
/**
 * From there to the first line, and nothing below it. In a window that is narrower now, that line takes several rows.
 * The first row is cleared by itself: tmux would move a screen that is cleared as a whole into its history.
 */
const eraseScreen = (columns: number): string =>
  `\u001B[${Math.ceil(columns / process.stdout.columns)}A\r\u001B[2K\u001B[1B\u001B[J\u001B[1A`;

/** Removes it, before anything else is drawn or printed. */
export function eraseFirstScreen(): void {
  if (drawnColumns === undefined) return;
  process.stdout.write(eraseScreen(drawnColumns));
  drawnColumns = undefined;
}
