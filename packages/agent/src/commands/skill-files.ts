import { readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { isInside } from "../is-inside.ts";
import type { CommandFile, FoundFiles } from "./command-files.ts";

const maxSkills = 1000;

/** The files of the skills in a folder: `NAME/SKILL.md`. With `bound` links are followed only within that folder. */
export async function skillFiles(folder: string, bound: string | undefined): Promise<FoundFiles> {
  const realBound = bound && (await realpath(bound).catch(() => bound));
  const files: CommandFile[] = [];
  const outsideLinks: string[] = [];
  const names = (await readdir(folder).catch(() => [])).sort();
  for (const name of names.slice(0, maxSkills)) {
    const path = join(folder, name, "SKILL.md");
    const real = await realpath(path).catch(() => undefined);
    if (real === undefined) continue;
    if (realBound !== undefined && !isInside(realBound, real)) outsideLinks.push(path);
    else files.push({ path, name });
  }
  return { files, outsideLinks };
}
