import { randomUUID } from "node:crypto";
import { mkdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type ProcessResult, runProcess } from "@snaphook/engine";
import { type ToolContext, ToolFailure } from "../tool.ts";
import { shellRequest } from "./shell-request.ts";

interface CommandOptions {
  readonly command: string;
  readonly limitMs: number;
  readonly signal: AbortSignal;
}

/** Runs a command to its end; the session goes on in the directory in which it ended. */
export async function runCommand(
  { command, ...bounds }: CommandOptions,
  context: ToolContext,
): Promise<ProcessResult> {
  await standSomewhere(context);
  await mkdir(context.sessionFolder, { recursive: true, mode: 0o700 });
  const directoryFile = join(context.sessionFolder, `directory-${randomUUID()}`);
  const request = shellRequest(command, context, { directoryFile }, bounds);
  const result = await runProcess(request, context.spawn, context.clock);
  await follow(directoryFile, context);
  return result;
}

/** A command in another directory than was meant could do any harm: it is not run. */
export async function standSomewhere(context: ToolContext): Promise<void> {
  const directory = context.cwd();
  if (await isDirectory(directory)) return;
  context.changeDirectory(context.projectDirectory);
  throw new ToolFailure(
    `The command did not run: the working directory ${directory} is gone. It is ${context.projectDirectory} from now on.`,
  );
}

async function follow(directoryFile: string, context: ToolContext): Promise<void> {
  const written = await readFile(directoryFile, "utf8").catch(() => "");
  await rm(directoryFile, { force: true });
  const directory = written.replace(/\n$/, "");
  if (directory === "" || directory === context.cwd()) return;
  if (await isDirectory(directory)) context.changeDirectory(directory);
}

const isDirectory = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
