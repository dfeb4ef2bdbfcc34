import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { fileSystem } from "./file-system.ts";

/** Whether a module is the program Node was started with; through links, folders and left-out extensions too. */
export function isMain(moduleUrl: string): boolean {
  const started = process.argv[1];
  if (started === undefined || !moduleUrl.startsWith("file:")) return false;
  const { realpathSync } = fileSystem();
  try {
    const program = realpathSync(createRequire(moduleUrl).resolve(started));
    return program === realpathSync(fileURLToPath(moduleUrl));
  } catch {
    // Started with something that is no file.
    return false;
  }
}
