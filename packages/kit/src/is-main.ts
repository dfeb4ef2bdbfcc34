import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { fileSystem } from "./file-system.ts";

/** Whether Node was started with this module, also through links, folders and omitted extensions. */
export function isMain(moduleUrl: string): boolean {
  const started = process.argv[1];
  if (started === undefined || !moduleUrl.startsWith("file:")) return false;
  const { realpathSync } = fileSystem();
  try {
    const program = realpathSync(createRequire(moduleUrl).resolve(started));
    return program === realpathSync(fileURLToPath(moduleUrl));
  } catch {
    // Started with something that is not a file.
    return false;
  }
}
