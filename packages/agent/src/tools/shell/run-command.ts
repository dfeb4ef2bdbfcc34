import { randomUUID } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder, type ProcessResult } from "@snaphook/engine/internal";
import type { ToolContext } from "../tool.ts";
import { adoptCommand, type BackgroundCommand } from "./background-commands.ts";
import { endingCommands } from "./ending-commands.ts";
import { endsInForeground } from "./foreground-commands.ts";
import { isDirectory, requireWorkingDirectory } from "./require-working-directory.ts";
import { shellRequest } from "./shell-request.ts";
import { startCommand } from "./start-command.ts";

interface CommandOptions {
  readonly command: string;
  readonly description?: string | undefined;
  readonly limitMs: number;
  readonly signal: AbortSignal;
}

/** How a command ended. */
export interface CommandResult extends ProcessResult {
  /** The paths that it could not change; `undefined`: it ran outside the sandbox. */
  readonly readOnly: readonly string[] | undefined;
  /** The connections that the sandbox refused meanwhile. */
  readonly refusals: readonly string[];
}

/** A command that the user moved to the background while it ran. */
interface MovedCommand {
  readonly movedTo: BackgroundCommand;
}

/**
 * Runs a command to its end; the session continues in the directory in which it ended. If the user moves it to the
 * background, it continues there without a limit.
 */
export async function runCommand(
  { command, description, limitMs, signal }: CommandOptions,
  context: ToolContext,
): Promise<CommandResult | MovedCommand> {
  await requireWorkingDirectory(context);
  makeSessionFolder(context);
  const directoryFile = join(context.sessionFolder, `directory-${randomUUID()}`);
  const ending = new AbortController();
  const end = () => ending.abort();
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  const bounds = { limitMs, signal: ending.signal };
  const request = shellRequest(command, context, { directoryFile }, bounds);
  const started = await startCommand(command, request, context);
  const { process: running, readOnly, refusals } = started;
  if (!(await endsInForeground(running.finished, context))) {
    signal.removeEventListener("abort", end);
    running.limit(undefined);
    return { movedTo: await adoptCommand({ command, description, started, ending }, context) };
  }
  signal.removeEventListener("abort", end);
  const result = await running.finished;
  if (wasEnded(result)) {
    const ending = running.groupGone().finally(() => endingCommands(context).delete(ending));
    endingCommands(context).add(ending);
  }
  await follow(directoryFile, context);
  return { ...result, readOnly, refusals: refusals(hasFailed(result)) };
}

const hasFailed = ({ end }: ProcessResult): boolean => !(end.how === "exited" && end.code === 0);

/** A failure is ignored: on a full disk the command may be the one that frees space. Its final directory is then unknown. */
function makeSessionFolder({ sessionFolder }: ToolContext): void {
  try {
    makeFolder(sessionFolder);
  } catch {}
}

/** Whether it was stopped from outside, so that it may still be cleaning up. */
const wasEnded = ({ end }: ProcessResult): boolean =>
  end.how === "cancelled" || end.how === "timedOut";

async function follow(directoryFile: string, context: ToolContext): Promise<void> {
  const written = await readFile(directoryFile, "utf8").catch(() => "");
  await rm(directoryFile, { force: true });
  const directory = written.replace(/\n$/, "");
  if (directory === "" || directory === context.cwd()) return;
  if (await isDirectory(directory)) context.changeDirectory(directory);
}
