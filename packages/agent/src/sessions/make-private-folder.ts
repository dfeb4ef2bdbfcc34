import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode } from "./error-code.ts";

/**
 * Makes a folder that only its owner may enter, and those above it that are missing. Node's own way of making
 * several never returns where the system refuses with "no such file" though everything above is there, as
 * in /proc.
 */
export function makePrivateFolder(path: string): void {
  if (made(path)) return;
  makePrivateFolder(dirname(path));
  mkdir(path);
}

/** Whether it is there now; not, when the one above is missing. */
function made(path: string): boolean {
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
    // A file in its place is an error when something is written into the folder.
    if (errorCode(error) !== "EEXIST") throw error;
  }
}
