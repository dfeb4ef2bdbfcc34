import type { Command, Redirection } from "unbash";
import { readAssignmentWord, readWord, type ShellWord, unknownWord } from "./shell-word.ts";

/** One program or builtin with its arguments, or assignments or redirections without a program. */
export interface SimpleCommand {
  /** As written. */
  readonly source: string;
  /** The program and its arguments; none if the command only assigns or redirects. */
  readonly words: readonly ShellWord[];
  /** Leading assignments as written, such as `FOO=1`. */
  readonly assignments: readonly string[];
  /** Redirections: `2>` and `file`. */
  readonly redirections: readonly { readonly operator: string; readonly target: string }[];
  /** Its input, if the line contains it: a here-document or here-string. */
  readonly input: ShellWord | undefined;
  /** All of its here-documents and here-strings, also those for other descriptors. */
  readonly hereTexts: readonly ShellWord[];
  /** It gets its input from another command, or from the group, function or coprocess around it. */
  readonly isFed: boolean;
}

/** Reads a command of the parse tree; positions refer to `source`. */
export function readCommand(command: Command, source: string, isFed: boolean): SimpleCommand {
  const { name, prefix, args, redirects } = command;
  const assignments = prefix.flatMap((part) => (part.type === "Assignment" ? [part.text] : []));
  const words = args.map((part) =>
    part.type === "Word" ? readWord(part) : readAssignmentWord(part),
  );
  return {
    source: source.slice(command.pos, command.end),
    words: name === undefined ? words : [readWord(name), ...words],
    assignments,
    redirections: redirects.map((part) => readRedirection(part, source)),
    input: redirects.filter(isForInput).map(hereText).at(-1),
    hereTexts: redirects.map(hereText).filter((text) => text !== undefined),
    isFed: isFed || redirects.some(readsStream),
  };
}

/** Whether a redirection sets the standard input. */
export const isForInput = ({ operator, descriptor }: Redirection): boolean =>
  operator.startsWith("<") &&
  (descriptor === undefined || (descriptor.type === "FileDescriptor" && descriptor.value === 0));

/** Whether a redirection makes an open file the input; a file in a folder is a script like any other. */
function readsStream(part: Redirection): boolean {
  if (!isForInput(part) || part.type !== "Redirect" || part.target === undefined) return false;
  const { literal, value } = readWord(part.target);
  return part.operator !== "<" || !literal || /^\/(?:dev\/(?!null$)|proc\/)/.test(value);
}

function readRedirection(redirection: Redirection, source: string) {
  const target = redirection.type === "HereDoc" ? redirection.delimiter : redirection.target;
  const end = target?.pos ?? redirection.end;
  return {
    operator: source.slice(redirection.pos, end).trim(),
    target: target?.text ?? "",
  };
}

export function hereText(redirection: Redirection): ShellWord | undefined {
  if (redirection.type === "HereString")
    return redirection.target === undefined ? undefined : readWord(redirection.target);
  if (redirection.type !== "HereDoc") return undefined;
  const { text, parts = [] } = redirection.body;
  const literal = parts.every(({ type }) => type === "Literal");
  return literal
    ? { text, value: text, literal, shape: text, splits: false, pieces: [{ kind: "text", text }] }
    : unknownWord(text, { splits: false });
}
