export const languages = ["sh", "js", "ts", "python"] as const;
export type Language = (typeof languages)[number];

/** A tested hook to start from. */
export interface Recipe {
  readonly name: string;
  /** What it does, in one phrase. */
  readonly title: string;
  /** Words by which it is found. */
  readonly keywords: readonly string[];
  /** What its script is written in; if missing, it has none. */
  readonly language?: Language;
  /** The recipe that does the same in another language. */
  readonly variantOf?: string;
  /** A file name in its texts that can be replaced by another one. */
  readonly parameter?: string;
  /** Its settings file. */
  readonly settings: { readonly hooks: Readonly<Record<string, readonly unknown[]>> };
  /** Its files by their path in the project. */
  readonly files: Readonly<Record<string, string>>;
}

/** A recipe that fits a text, and the words that it was found by. */
export interface FoundRecipe {
  readonly recipe: Recipe;
  readonly words: readonly string[];
}

/** The recipes that fit a text, the best one first, without variants. Pure, without a model. */
export function findRecipes(text: string, recipes: readonly Recipe[]): readonly FoundRecipe[] {
  const words = new Set(text.toLowerCase().match(/[a-z]+/g) ?? []);
  return recipes
    .filter(({ variantOf }) => variantOf === undefined)
    .map((recipe) => ({ recipe, words: wordsOf(recipe).filter((word) => words.has(word)) }))
    .filter((found) => found.words.length > 0)
    .toSorted((left, right) => right.words.length - left.words.length);
}

/** A recipe and its variants in other languages. */
export const variantsOf = (recipe: Recipe, recipes: readonly Recipe[]): readonly Recipe[] => [
  recipe,
  ...recipes.filter(({ variantOf }) => variantOf === recipe.name),
];

const wordsOf = ({ name, keywords }: Recipe): readonly string[] => [
  ...new Set([...keywords, ...name.split("-")]),
];

/** A word with a dot in it, as in `never touch prod.env`, is a file name. */
const fileName = /(?:^|[\s"'`])((?:[\w-]+\/)*[\w-]*\.[\w.-]*\w)(?=$|[\s"'`,;!?]|\.(?:\s|$))/;

/** The recipe for the file that the text names, if it names one and the recipe has such a place. */
export function withFileName({ recipe, words }: FoundRecipe, text: string): FoundRecipe {
  const name = fileName.exec(text)?.[1];
  const { parameter } = recipe;
  if (name === undefined || parameter === undefined) return { recipe, words };
  const files = Object.entries(recipe.files).map(([path, content]) => [
    path,
    content.replaceAll(parameter, name),
  ]);
  return { recipe: { ...recipe, files: Object.fromEntries(files) }, words };
}
