import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import type { ToolContext } from "../tool.ts";

/** Where ripgrep is: on the PATH, else the one that is installed with this package; undefined if neither is there. */
export async function findRipgrep(
  context: Pick<ToolContext, "env" | "ripgrep">,
): Promise<string | undefined> {
  if (context.ripgrep) return context.ripgrep();
  for (const folder of (context.env["PATH"] ?? "").split(delimiter).filter(isAbsolute)) {
    const program = join(folder, "rg");
    if (await isExecutable(program)) return program;
  }
  const program = await installedRipgrep();
  return program !== undefined && (await isExecutable(program)) ? program : undefined;
}

/** It is an optional package for each platform, so it may be missing. */
const installedRipgrep = (): Promise<string | undefined> =>
  import("@vscode/ripgrep").then(
    ({ rgPath }) => rgPath,
    () => undefined,
  );

const isExecutable = (program: string): Promise<boolean> =>
  access(program, constants.X_OK).then(
    () => true,
    () => false,
  );
