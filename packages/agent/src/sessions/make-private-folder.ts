import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode } from "./error-code.ts";

/**
 * Makes a folder that only its owner can enter, and its missing parents. Node's recursive `mkdir` never
 * returns where the system refuses with "no such file" although the parent exists, as in /proc.
 */
export function makePrivateFolder(path: string): void {
  if (tryToMake(path)) return;
  makePrivateFolder(dirname(path));
  mkdir(path);
}

/** Whether the folder exists now; false if its parent is missing. */
function tryToMake(path: string): boolean {
  try {
    mkdir(path);
    return true;
  } catch (error) {
    if (dirname(path) !== path && errorCode(error) === "ENOENT") return false;
    throw error;
  }
}

function mkdir(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // If a file is there instead, writing into the folder will fail later.
    if (errorCode(error) !== "EEXIST") throw error;
  }
}
