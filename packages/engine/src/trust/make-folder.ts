import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode } from "./file-identity.ts";

/**
 * Makes a private folder and those above it. Node's own recursive `mkdir` never returns where the
 * system says ENOENT although the folder above exists, as it does below /proc.
 */
export function makeFolder(folder: string): void {
  const error = tryToMake(folder);
  if (error === undefined) return;
  const above = dirname(folder);
  if (errorCode(error) !== "ENOENT" || above === folder) throw error;
  makeFolder(above);
  const again = tryToMake(folder);
  if (again !== undefined) throw again;
}

/** Why one folder cannot be made; undefined if it is there now. */
function tryToMake(folder: string): unknown {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== "EEXIST") return error;
  }
  return undefined;
}
