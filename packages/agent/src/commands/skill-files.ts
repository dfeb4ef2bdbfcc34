import { readdir, realpath } from "node:fs/promises";
import { basename, join } from "node:path";
import { isInside } from "../is-inside.ts";
import type { CommandFile, FoundFiles } from "./command-files.ts";

const maxSkills = 1000;
const fileName = "SKILL.md";

/**
 * The files of the skills in a folder: `NAME/SKILL.md`, or `SKILL.md` if it is the folder of one skill. With `bound` links
 * are followed only within that folder.
 */
export async function skillFiles(folder: string, bound: string | undefined): Promise<FoundFiles> {
  const realBound = bound && (await realpath(bound).catch(() => bound));
  const files: CommandFile[] = [];
  const outsideLinks: string[] = [];
  const names = (await readdir(folder).catch(() => [])).sort();
  const isSkill = names.includes(fileName);
  for (const name of isSkill ? [basename(folder)] : names.slice(0, maxSkills)) {
    const path = isSkill ? join(folder, fileName) : join(folder, name, fileName);
    const real = await realpath(path).catch(() => undefined);
    if (real === undefined) continue;
    if (realBound !== undefined && !isInside(realBound, real)) outsideLinks.push(path);
    else files.push({ path, name });
  }
  return { files, outsideLinks };
}
