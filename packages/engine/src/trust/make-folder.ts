import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode } from "./file-identity.ts";

/**
 * Makes a private folder and those above it. Node's own recursive `mkdir` never returns where the
 * system says ENOENT although the folder above exists, as it does below /proc.
 */
export function makeFolder(folder: string): void {
  const missing: string[] = [];
  for (let path = folder; !exists(path); path = dirname(path)) missing.unshift(path);
  for (const path of missing) make(path);
}

/** Makes one folder; true if it is there now, false if the one above it is missing. */
function exists(path: string): boolean {
  try {
    mkdirSync(path, { mode: 0o700 });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return true;
    if (errorCode(error) === "ENOENT" && dirname(path) !== path) return false;
    throw error;
  }
}

function make(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
}
