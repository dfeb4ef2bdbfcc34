/** Every exit code, and when it is used. `--help` prints the list, and docs/command-line.md explains it. */
export const exitCodes: Readonly<Record<number, string>> = {
  0: "done; also if a hook refused the prompt or stopped the turn",
  1: "not done: a limit, an interrupt, no answer of the model, no start; lint, test, chaos, doctor, replay, trace: problems; other commands: any error",
  2: "the agent's command line is wrong; run: a hook refuses",
  129: "ended by SIGHUP",
  141: "the reader of stdout closed it",
  143: "ended by SIGTERM",
};

/** The agent's command line is wrong: nothing was started. */
export const usageExitCode = 2;
