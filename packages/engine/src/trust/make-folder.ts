import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode } from "./file-identity.ts";

/**
 * Makes a folder, private unless `mode` says otherwise, and those above it. Node's own recursive `mkdir` never
 * returns where the system says ENOENT although the folder above exists, as it does below /proc.
 */
export function makeFolder(folder: string, mode = 0o700): void {
  const error = tryToMake(folder, mode);
  if (error === undefined) return;
  const above = dirname(folder);
  if (errorCode(error) !== "ENOENT" || above === folder) throw error;
  makeFolder(above, mode);
  const again = tryToMake(folder, mode);
  if (again !== undefined) throw again;
}

/** Why one folder cannot be made; undefined if it is there now. */
function tryToMake(folder: string, mode: number): unknown {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if (errorCode(error) !== "EEXIST") return error;
  }
  return undefined;
}
