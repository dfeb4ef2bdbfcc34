import { randomUUID } from "node:crypto";
import { errorText } from "../../error-text.ts";
import { bash } from "../../tools/bash.ts";
import type { Agent } from "../agent.ts";
import { directoryChanged } from "../directory-changed.ts";
import { runTool } from "../run-tool.ts";

/** How a command that the user typed ended. */
export interface TypedCommandEnd {
  /** What the model reads. */
  readonly text: string;
  /** G10: a CwdChanged hook stopped. */
  readonly stop: string | undefined;
}

/** As long as the Bash tool can run a command; the user can interrupt it. */
const limitMs = 600_000;

/**
 * `!command`: runs in the shell as the commands of the Bash tool do, in the sandbox where there is one. The user typed
 * it, so no rule and no hook decides about it; a command that changes the directory fires CwdChanged.
 */
export async function runTypedCommand(
  agent: Agent,
  command: string,
  signal: AbortSignal,
): Promise<TypedCommandEnd> {
  const { context, emit } = agent;
  const id = randomUUID();
  const from = context.cwd();
  emit({ type: "typed-command-started", id, command });
  const input = { command, timeout: limitMs };
  let printed: { readonly text: string; readonly isError: boolean };
  try {
    const { run, changes } = await runTool(agent, bash, { id, input }, signal);
    const response = await run;
    printed = { text: [bash.text(response), ...changes].join("\n\n"), isError: false };
  } catch (error) {
    printed = { text: errorText(error), isError: true };
  }
  emit({ type: "typed-command-ended", id, command, ...printed });
  const moved = signal.aborted ? undefined : await directoryChanged(agent, from);
  return {
    text: `The user ran this command themselves:\n${command}\n\nIt printed:\n${printed.text}`,
    stop: moved?.do === "stop" ? moved.reason : undefined,
  };
}
