import { programOf } from "@snaphook/protocol";
import type { ParsedScript, SyntaxNode, Word } from "unbash";
import { withAssigned } from "./assigned-values.ts";
import { atStart, createPlace, type Place } from "./command-place.ts";
import { type KnownValues, maxParsedLength, wordValue } from "./word-value.ts";

/** One word of a command, before the shell has run. */
export interface CommandWord extends Place {
  /** As written. */
  readonly text: string;
  /** Its value after expansion; undefined if known only at run time, as with `$(pwd)/x.sh` or `*.sh`. */
  readonly value: string | undefined;
  /** The program, an argument, a file that is read as input, or a file that output goes to. */
  readonly role: "program" | "argument" | "input" | "output";
  /** It is handed to the last program before it; an argument without it may be a variable or part of a list. */
  readonly isHandedOver?: boolean;
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
      isHandedOver: index > 0,
      ...atStart,
    }));
  }
  const parsed =
    shell !== "powershell"
      ? await parsedWords(command, await withAssigned(command, variables))
      : undefined;
  return parsed ?? plainWords(command, variables);
}

/** The words of a text that is not Bash: an approximation that may have too many words. */
function plainWords(command: string, variables: Variables): readonly CommandWord[] {
  return splitPlainly(command).map((text, index) => {
    const value = substitute(text, variables);
    const role = index === 0 ? "program" : "argument";
    return { text, value: /[$`*?[]/.test(value) ? undefined : value, role, ...atStart };
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
  const place = createPlace(variables);
  /** What `read` reads is a value that the script keeps, such as a counter. */
  const kept = new Set<SyntaxNode>();
  let errors = 0;
  const visit = (node: SyntaxNode): void => {
    if (node.type === "Script") errors += (node as ParsedScript).errors?.length ?? 0;
    if (node.type === "Command" && node.name?.text === "read")
      for (const redirect of node.redirects) kept.add(redirect);
    if (parentsOfWords.has(node.type))
      forEachChild(node, (child) => {
        if (child.type !== "Word") return;
        const value = wordValue(child, variables);
        const role = kept.has(node) ? "argument" : roleIn(node, child);
        const isHandedOver = node.type === "Command" && role === "argument";
        words.push({ text: child.text, value, role, isHandedOver, ...place.now() });
      });
    place.enter(node, () => forEachChild(node, visit));
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
  if (parent.type === "Redirect") return parent.operator === "<" ? "input" : "output";
  return parent.type === "Command" && writers.has(parent.name?.text ?? "") ? "output" : "argument";
}

/** Programs that change the files in their arguments. */
const writers: ReadonlySet<string> = new Set(["mkdir", "rm", "tee", "touch"]);

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
