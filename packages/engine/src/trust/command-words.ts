import { programOf } from "@snaphook/protocol";
import type { ParsedScript, SyntaxNode, Word, WordPart } from "unbash";

/** One word of a command, before the shell has run. */
export interface CommandWord {
  /** As written. */
  readonly text: string;
  /** Its value after expansion; undefined if known only at run time, as with `$(pwd)/x.sh` or `*.sh`. */
  readonly value: string | undefined;
  /** The program, an argument, or a file that output goes to. */
  readonly role: "program" | "argument" | "output";
}

/** The values that are known before the shell runs. */
export interface KnownValues {
  /** The value of a variable. */
  get(name: string): string | undefined;
  /** The value of any other expansion, such as `$(dirname "$0")`. */
  expand?(text: string): string | undefined;
}

type Variables = ReadonlyMap<string, string>;

/**
 * The words of the command that a handler runs, including those in substitutions and compound commands. A
 * program is followed by its own arguments. A handler that starts no program has no words. Never throws.
 */
export async function commandWords(
  handler: Readonly<Record<string, unknown>>,
  variables: Variables,
): Promise<readonly CommandWord[]> {
  const program = programOf(handler);
  if (!program) return [];
  const { command, args, shell } = program;
  if (Array.isArray(args)) {
    return [command, ...args.map(String)].map((text, index) => ({
      text,
      value: substitute(text, variables),
      role: index === 0 ? "program" : "argument",
    }));
  }
  const parsed = shell !== "powershell" ? await parsedWords(command, variables) : undefined;
  return parsed ?? plainWords(command, variables);
}

/** With deep nesting the parser's time grows with the square of the length. */
export const maxParsedLength = 32 * 1024;

/** The words of a text that is not Bash: an approximation that may have too many words. */
function plainWords(command: string, variables: Variables): readonly CommandWord[] {
  return splitPlainly(command).map((text, index) => {
    const value = substitute(text, variables);
    const role = index === 0 ? "program" : "argument";
    return { text, value: /[$`*?[]/.test(value) ? undefined : value, role };
  });
}

/** Exec form and unparsable text: variables are replaced as plain strings (P5). */
const substitute = (text: string, variables: Variables): string =>
  text.replaceAll(
    /\$(?:\{(\w+)\}|(\w+))/g,
    (written, braced, bare) => variables.get(braced ?? bare) ?? written,
  );

/** The words of a Bash text; undefined if it cannot be parsed. */
export async function parsedWords(
  command: string,
  variables: KnownValues,
): Promise<readonly CommandWord[] | undefined> {
  if (command.length > maxParsedLength) return undefined;
  const { forEachChild, parse } = await import("unbash");
  const words: CommandWord[] = [];
  let errors = 0;
  const visit = (node: SyntaxNode): void => {
    if (node.type === "Script") errors += (node as ParsedScript).errors?.length ?? 0;
    if (parentsOfWords.has(node.type))
      forEachChild(node, (child) => {
        if (child.type !== "Word") return;
        words.push({
          text: child.text,
          value: wordValue(child, variables),
          role: roleIn(node, child),
        });
      });
    forEachChild(node, visit);
  };
  try {
    visit(parse(command));
  } catch {
    return undefined; // Nested deeper than the stack is.
  }
  return errors === 0 ? words : undefined;
}

/** Nodes whose words are values; other words are patterns, or names of functions or variables. */
const parentsOfWords: ReadonlySet<SyntaxNode["type"]> = new Set([
  "Command",
  "Redirect",
  "Assignment",
  "ArrayValue",
  "For",
  "Select",
  "Default",
]);

function roleIn(parent: SyntaxNode, word: Word): CommandWord["role"] {
  if (parent.type === "Command" && parent.name === word) return "program";
  return parent.type === "Redirect" && parent.operator !== "<" ? "output" : "argument";
}

export function wordValue(word: Word, variables: KnownValues): string | undefined {
  if (word.text.startsWith("~")) return undefined;
  return word.parts ? joined(word.parts, variables) : word.value;
}

function joined(parts: readonly WordPart[], variables: KnownValues): string | undefined {
  const values = parts.map((part) => partValue(part, variables));
  return values.includes(undefined) ? undefined : values.join("");
}

function partValue(part: WordPart, variables: KnownValues): string | undefined {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return part.value;
    case "DoubleQuoted":
    case "LocaleString":
      return joined(part.parts, variables);
    case "SimpleExpansion":
      return variables.get(part.text.slice(1)) ?? variables.expand?.(part.text);
    case "ParameterExpansion": {
      const { prefix, index, operation, parameter } = part;
      // ${X:-default}: X is set, so the default is not used.
      const plain =
        !operation || (operation.type === "Default" && !operation.operator.endsWith("+"));
      const value = plain && !prefix && !index ? variables.get(parameter) : undefined;
      return value ?? variables.expand?.(part.text);
    }
    case "CommandExpansion":
      return variables.expand?.(part.text);
    default:
      return undefined;
  }
}

/** A bare character, an escaped one, or a quoted part whose closing quote may be missing. */
const piece = /[^\s"'\\;&|<>()]|\\.|"((?:\\.|[^"\\])*)"?|'([^']*)'?/gs;
const word = new RegExp(`(?:${piece.source})+`, "gs");

/** Splits a text into words at blanks and shell operators; handles quotes and backslashes, and nothing else. */
function splitPlainly(text: string): readonly string[] {
  return (text.match(word) ?? []).map((written) =>
    written.replaceAll(piece, (all, double?: string, single?: string) => {
      if (single !== undefined) return single;
      return (double ?? all).replaceAll(/\\(.)/gs, "$1");
    }),
  );
}
