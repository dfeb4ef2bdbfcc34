import { join } from "node:path";
import { readTextFile } from "../instructions/read-text-file.ts";
import { splitFrontMatter } from "../split-front-matter.ts";

interface SkillPlaces {
  readonly cwd: string;
  readonly configFolder: string;
  readonly trustProject?: boolean;
}

interface SkillTexts {
  readonly texts: readonly string[];
  readonly missing: readonly string[];
}

/** Names are folders, so they must not lead elsewhere. */
const nameOfFolder = /^[\p{L}\p{N}_-][\p{L}\p{N}_.-]*$/u;

/** The texts of skills by name: of the project, if that is trusted, else of the user. */
export async function skillTexts(
  names: readonly string[],
  { cwd, configFolder, trustProject = false }: SkillPlaces,
): Promise<SkillTexts> {
  const folders = [...(trustProject ? [join(cwd, ".claude")] : []), configFolder];
  const found = await Promise.all(
    names.map(async (name) => {
      for (const folder of nameOfFolder.test(name) ? folders : []) {
        const read = await readTextFile(join(folder, "skills", name, "SKILL.md"));
        if (read.state === "text") return splitFrontMatter(read.text).body.trim();
      }
      return undefined;
    }),
  );
  return {
    texts: found.filter((text) => text !== undefined),
    missing: names.filter((_, index) => found[index] === undefined),
  };
}
