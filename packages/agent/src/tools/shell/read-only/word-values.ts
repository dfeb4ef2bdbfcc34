import { type CommandLine, commandsOf } from "@snaphook/engine/rules";
import { listsNames } from "./printed-names.ts";
import { anyName, fromEnvironment, type ValueContext } from "./value-marks.ts";

export type ShellWord = CommandLine["commands"][number]["words"][number];
type Piece = ShellWord["pieces"][number];

/** More possible values than this are not followed. */
const maxValues = 64;

/** Variables that are set from other variables deeper than this are not followed. */
const maxDepth = 8;

/**
 * The texts that a word may become, with the marks above for parts that are not known; undefined if it could be
 * anything. A word that splits has the values of all the words it becomes.
 */
export function valuesOf(
  word: ShellWord,
  context: ValueContext,
  following: readonly string[] = [],
): readonly string[] | undefined {
  return valuesOfPieces(word.pieces, context, following);
}

function valuesOfPieces(
  pieces: readonly Piece[],
  context: ValueContext,
  following: readonly string[],
): readonly string[] | undefined {
  let values: readonly string[] = [""];
  for (const [index, piece] of pieces.entries()) {
    const next = valuesOfPiece(piece, context, following, pieces.length === 1);
    if (next === undefined || next.some((text) => index === 0 && otherHome.test(text)))
      return undefined;
    values = values.flatMap((before) => next.map((text) => before + text));
    if (values.length > maxValues) return undefined;
  }
  return values;
}

/** `~user`, `~+` and `~-`. */
const otherHome = /^~[^/]/;

function valuesOfPiece(
  piece: Piece,
  context: ValueContext,
  following: readonly string[],
  isAlone: boolean,
): readonly string[] | undefined {
  switch (piece.kind) {
    case "text":
      return /[\uE000-\uE002]/.test(piece.text) ? undefined : [piece.text];
    case "wildcard":
    case "number":
      return [anyName];
    case "choice":
      return piece.texts;
    case "pipe":
      return ["/dev/fd/63"];
    case "variable": {
      const values = valuesOfVariable(piece, context, following);
      return piece.quoted ? values : split(values, context, isAlone);
    }
    case "output":
      return listsNames(commandsOf(piece.source), context);
    default:
      return undefined;
  }
}

/** Variables that are always a number. */
const numbers = /^(?:[?$#!]|PPID|RANDOM|SECONDS|LINENO|UID|EUID|BASHPID|SHLVL)$/;

function valuesOfVariable(
  { name, otherwise }: Extract<Piece, { kind: "variable" }>,
  context: ValueContext,
  following: readonly string[],
): readonly string[] | undefined {
  // A variable that is set from itself grows in every round of a loop.
  if (following.includes(name) || following.length > maxDepth) return undefined;
  if (numbers.test(name)) return [anyName];
  if (/^(?:\W|\d+|_|OLDPWD|BASH\w*)$/.test(name)) return undefined;
  const values: string[] = [...environment(name, context)];
  const words = context.assigned.filter((one) => one.name === name).flatMap((one) => one.values);
  if (words.length > maxValues) return undefined;
  const others = [...words.map(({ pieces }) => pieces), ...otherwise];
  for (const pieces of others) {
    const more = valuesOfPieces(pieces, context, [...following, name]);
    if (more === undefined) return undefined;
    values.push(...more);
  }
  return values.length > maxValues ? undefined : values;
}

function environment(name: string, { assigned, home, directories }: ValueContext) {
  if (assigned.some((one) => one.name === name)) return [];
  if (name === "HOME") return [home];
  return name === "PWD" ? directories : [fromEnvironment];
}

/** The words that a value without quotes becomes. */
function split(
  values: readonly string[] | undefined,
  { assigned }: ValueContext,
  isAlone: boolean,
): readonly string[] | undefined {
  if (values === undefined || assigned.some(({ name }) => name === "IFS")) return undefined;
  const words = isAlone ? values.flatMap((value) => value.split(/[ \t\n]+/)) : values;
  if (words.some((word) => /[\s[\\]/.test(word))) return undefined;
  return words.map((word) => word.replaceAll(/[*?]/g, anyName));
}
