import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";

/** Where a program is: by its path, or in the folders of PATH. */
export function findProgram(
  name: string,
  { path, cwd }: { readonly path: string; readonly cwd: string },
): string | null {
  if (name.includes("/")) return isProgram(resolve(cwd, name)) ? resolve(cwd, name) : null;
  const folders = path.split(delimiter).filter(isAbsolute);
  const suffixes = process.platform === "win32" ? ["", ".exe", ".cmd", ".bat"] : [""];
  const places = folders.flatMap((folder) => suffixes.map((end) => join(folder, name + end)));
  return places.find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
