import { globSync, readFileSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";

const root = join(import.meta.dirname, "../..");

/** The recipes in examples/recipes, for the command that copies one into a project. */
export function recipes(): string {
  const found = globSync("examples/recipes/*/recipe.json", { cwd: root }).sort().map(recipeIn);
  return `
import type { Recipe } from "../new/recipe.ts";

/** Every recipe: its words, its hooks and its files. */
export const recipes: readonly Recipe[] = ${JSON.stringify(found)};
`;
}

function recipeIn(file: string) {
  const folder = dirname(file);
  const read = (path: string): string => readFileSync(join(root, folder, path), "utf8");
  const settings: unknown = JSON.parse(read(".claude/settings.json"));
  const files = globSync("**/*", { cwd: join(root, folder), withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, folder).length + 1))
    .concat(globSync(".claude/hooks/*", { cwd: join(root, folder) }))
    .filter((path) => path !== "recipe.json")
    .sort();
  const own = JSON.parse(read("recipe.json"));
  // A variant is the same in another language.
  const about = own.variantOf === undefined ? own : { ...aboutRecipe(own.variantOf), ...own };
  const script = files.find(
    (path) => path.startsWith(`.claude/hooks/${basename(folder)}.`) && !path.includes(".hooktest."),
  );
  const language = languages[extname(script ?? "")];
  return {
    name: basename(folder),
    ...about,
    ...(language === undefined ? {} : { language }),
    settings,
    files: Object.fromEntries([...new Set(files)].map((path) => [path, read(path)])),
  };
}

const aboutRecipe = (name: string): object =>
  JSON.parse(readFileSync(join(root, "examples/recipes", name, "recipe.json"), "utf8"));

const languages: Readonly<Record<string, string>> = {
  ".sh": "sh",
  ".mjs": "js",
  ".ts": "ts",
  ".py": "python",
};
