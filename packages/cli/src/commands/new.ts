import { resolve } from "node:path";
import {
  AddError,
  allPassed,
  type FoundRecipe,
  findRecipes,
  type Language,
  type NewHook,
  newHook,
  printTests,
  type Recipe,
  recipes,
  scaffold,
  variantsOf,
  withFileName,
} from "@snaphook/bench";
import { brand, events } from "@snaphook/protocol";
import { checkTool } from "../check-tool.ts";
import { checkFolder } from "../load-hooks.ts";
import { printJson, printReport } from "../print.ts";
import { refuseInsideAgent } from "../refuse-inside-agent.ts";
import { eventNamed, UsageError } from "../usage-error.ts";

export interface NewFlags {
  readonly cwd: string;
  readonly event?: string;
  readonly tool?: string;
  readonly language?: Language;
  readonly from?: string;
  readonly list?: boolean;
  readonly json?: boolean;
}

/** `new`: adds a hook with its fixture and settings entry, and runs the fixture; exits with 0 if it passes. */
export async function newCommand(name: string | undefined, flags: NewFlags): Promise<void> {
  if (flags.list) return listRecipes(flags);
  refuseInsideAgent();
  const cwd = resolve(flags.cwd);
  checkFolder(cwd);
  const { recipe, words } = choose(name, flags);
  const added = await newHook(recipe, { cwd }).catch((error: unknown) => {
    throw error instanceof AddError ? new UsageError(error.message) : error;
  });
  const found = { recipe: recipe.name, title: recipe.title, words };
  if (flags.json) printJson({ ...found, ...added });
  else printReport(print(recipe, words, added));
  process.exitCode = allPassed(added.report) ? 0 : 1;
}

function choose(name: string | undefined, { from, event, tool, language }: NewFlags): FoundRecipe {
  if (from !== undefined) {
    if (name !== undefined || event !== undefined || tool !== undefined)
      throw new UsageError("--from takes a recipe as it is; remove the name, --event and --tool");
    return withFileName(inLanguage(fromText(from), language), from);
  }
  if (name === undefined)
    throw new UsageError(
      `name the hook: ${brand.command} new NAME, or describe it: ${brand.command} new --from TEXT`,
    );
  if (!/^[\w-]+$/.test(name))
    throw new UsageError(`"${name}" cannot be the name of a file; use letters, digits and -`);
  const chosen = eventNamed(event ?? "PreToolUse");
  checkTool(chosen, tool);
  const about = tool ?? (events[chosen].isAboutTool ? "Bash" : undefined);
  const recipe = scaffold({
    name,
    event: chosen,
    language: language ?? "sh",
    ...(about === undefined ? {} : { tool: about }),
  });
  return { recipe, words: [] };
}

/** The best recipe for a text. Two that fit equally well are a question that only the user can answer. */
function fromText(text: string): FoundRecipe {
  const exact = recipes.find(({ name }) => name === text);
  if (exact) return { recipe: exact, words: [text] };
  const [best, next] = findRecipes(text, recipes);
  if (best === undefined)
    throw new UsageError(`no recipe fits "${text}"; ${brand.command} new --list lists them`);
  if (next?.words.length === best.words.length)
    throw new UsageError(
      `${best.recipe.name} and ${next.recipe.name} fit equally well; name one: ${brand.command} new --from ${best.recipe.name}`,
    );
  return best;
}

/** The variant of a recipe in a language. */
function inLanguage({ recipe, words }: FoundRecipe, language: Language | undefined): FoundRecipe {
  if (language === undefined || recipe.language === language) return { recipe, words };
  const variants = variantsOf(recipe, recipes);
  const variant = variants.find((one) => one.language === language);
  if (variant) return { recipe: variant, words };
  const known = languagesOf(recipe);
  throw new UsageError(
    known === ""
      ? `${recipe.name} has no script; remove --language`
      : `${recipe.name} is not available in ${language}, only in ${known}`,
  );
}

const languagesOf = (recipe: Recipe): string =>
  variantsOf(recipe, recipes)
    .flatMap(({ language }) => language ?? [])
    .join(", ");

function print({ name, title }: Recipe, words: readonly string[], added: NewHook): string {
  const { files, settings, report } = added;
  const because = words.length === 0 ? "" : ` (${name}, because of: ${words.join(", ")})`;
  return [
    `${title}${because}`,
    ...files.map((file) => `  wrote    ${file}`),
    `  changed  ${settings}`,
    "",
    printTests(report),
    "",
    `next: change the script, then ${brand.command} test; ${brand.command} chaos shows what happens when it breaks`,
  ].join("\n");
}

function listRecipes({ json }: NewFlags): void {
  const rows = recipes
    .filter(({ variantOf }) => variantOf === undefined)
    .map((recipe) => ({
      name: recipe.name,
      title: recipe.title,
      keywords: recipe.keywords,
      languages: variantsOf(recipe, recipes).flatMap(({ language }) => language ?? []),
    }));
  const width = Math.max(...rows.map(({ name }) => name.length));
  if (json) printJson(rows);
  else
    printReport(
      rows
        .map(
          ({ name, title, languages }) =>
            `${name.padEnd(width)}  ${title} (${languages.join(", ") || "no script"})`,
        )
        .join("\n"),
    );
}
