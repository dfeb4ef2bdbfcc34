import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

interface Folders {
  readonly cwd: string;
  readonly home?: string;
  readonly configFolder?: string;
}

/** The file of a skill of this name, in the project or the user's folder. */
export const skillFile = (
  name: string,
  { cwd, home = homedir(), configFolder = join(home, ".claude") }: Folders,
): string | undefined =>
  [join(cwd, ".claude"), configFolder]
    .map((folder) => join(folder, "skills", name, "SKILL.md"))
    .find((file) => existsSync(file));
