import type { LoadedPlugin } from "@snaphook/engine/internal";
import { brand } from "@snaphook/protocol";
import { commandFiles } from "../commands/command-files.ts";
import { type DefinitionOptions, definitionPlaces } from "../definition-places.ts";
import { readTextFile } from "../instructions/read-text-file.ts";
import { emptyFrontMatter, readFrontMatter, textOf } from "../read-front-matter.ts";
import { splitFrontMatter } from "../split-front-matter.ts";
import { builtInStyles, type OutputStyle } from "./output-style.ts";

export interface FoundStyles {
  readonly styles: readonly OutputStyle[];
  /** Styles that exist but may not be used: why, by name. */
  readonly refused: ReadonlyMap<string, string>;
  /** What may not work as its author expects, for the user. */
  readonly problems: readonly string[];
}

/**
 * The output styles of a session: built-in ones, those of plugins, of the user and of the project. Of two with the
 * same name the later one is used. Those of a project that is not trusted are not used (T6).
 */
export async function findOutputStyles(options: DefinitionOptions): Promise<FoundStyles> {
  const styles = new Map(builtInStyles.map((style) => [style.name, style]));
  const refused = new Map<string, string>();
  const problems: string[] = [];
  for (const place of definitionPlaces(options, "output-styles", ofPlugin)) {
    const { files, outsideLinks } = await commandFiles(place.folder, place.bound);
    for (const file of outsideLinks)
      problems.push(`${file} is ignored: it is a link that leads out of its folder`);
    for (const { path, name } of files) {
      const read = await readTextFile(path);
      if (read.state === "unreadable") problems.push(`${path}: ${read.problem}`);
      if (read.state !== "text") continue;
      const parsed = await parseStyle(read.text, name);
      problems.push(...parsed.problems.map((problem) => `${path}: ${problem}`));
      const style = { ...parsed.style, name: `${place.prefix}${parsed.style.name}` };
      if (place.isTrusted) styles.set(style.name, style);
      else
        refused.set(
          style.name,
          `${path} needs --trust-project; "${brand.command} trust" covers hooks only`,
        );
    }
  }
  return { styles: [...styles.values()], refused, problems };
}

const ofPlugin = ({ paths }: LoadedPlugin): readonly string[] => paths.outputStyles;

const keys = ["name", "description", "keep-coding-instructions"];

async function parseStyle(text: string, fileName: string) {
  const { front, body } = splitFrontMatter(text);
  const read = front === undefined ? emptyFrontMatter : await readFrontMatter(front, keys);
  const { values } = read;
  const unknown = Object.keys(values).filter((key) => !keys.includes(key));
  const prompt = body.trim();
  const style: OutputStyle = {
    name: textOf(values["name"]) ?? fileName,
    description: textOf(values["description"]) ?? "",
    prompt,
    keepsCoding: String(values["keep-coding-instructions"]) === "true",
  };
  return {
    style,
    problems: [
      ...read.problems,
      ...unknown.map((key) => `"${key}" has no effect in an output style`),
      ...(prompt === "" ? ["the output style has no text"] : []),
    ],
  };
}
