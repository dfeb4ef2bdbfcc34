import type { TurnResult } from "../loop/agent-event.ts";

/** The exit codes of a headless run. */
export const exitCodes = {
  /** The turn ended normally, also when a hook refused the prompt or stopped the turn (G10). */
  done: 0,
  /** The work was not done (G11), or the session could not begin. */
  notDone: 1,
  /** The command line is wrong; nothing was started. */
  usage: 2,
  /** SIGHUP and SIGTERM, as a shell reports them. SIGINT is an interrupt (G11). */
  hangup: 128 + 1,
  /** The reader of stdout closed it. */
  closedOutput: 128 + 13,
  terminated: 128 + 15,
} as const;

/** The exit code after an input. */
export const exitCodeOf = ({ isError }: TurnResult): number =>
  isError ? exitCodes.notDone : exitCodes.done;
