import { stat } from "node:fs/promises";
import { type ToolContext, ToolFailure } from "../tool.ts";

/** A command in the wrong directory could do harm, so it does not run if the directory is gone. */
export async function requireWorkingDirectory(context: ToolContext): Promise<void> {
  const directory = context.cwd();
  if (await isDirectory(directory)) return;
  context.changeDirectory(context.projectDirectory);
  throw new ToolFailure(
    `The command did not run: the working directory ${directory} no longer exists. The working directory is now ${context.projectDirectory}.`,
  );
}

export const isDirectory = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
