import type { Redirect } from "unbash";
import { forEachChild, type ParsedScript, parse, type SyntaxNode } from "unbash";
import { hiddenEffect } from "./hidden-effect.ts";
import { readCommand, type SimpleCommand } from "./simple-command.ts";

/** What a command line says it does. */
export interface CommandLine {
  /** False if the text is not a command line, or too long or intricate to read. */
  readonly parsable: boolean;
  /** It contains `$(…)`, backticks, `<(…)` or `>(…)`, wherever they stand. */
  readonly hasSubstitution: boolean;
  /** It sends output to a file or opens one for writing; `/dev/null` is none. */
  readonly hasFileRedirection: boolean;
  /** What can run or change something without being a command, in words; undefined if nothing can. */
  readonly hiddenEffect: string | undefined;
  /** Every simple command from left to right, those in substitutions, loops and functions too. */
  readonly commands: readonly SimpleCommand[];
}

const notParsable: CommandLine = {
  parsable: false,
  hasSubstitution: false,
  hasFileRedirection: false,
  hiddenEffect: undefined,
  commands: [],
};

/** Reads a command line without running it. Never throws; takes a second at the very worst. */
export function commandsOf(line: string): CommandLine {
  if (isTooIntricate(line)) return notParsable;
  try {
    return walk(parse(line), line) ?? notParsable;
  } catch {
    // Thousands of functions or the like within each other exhaust the parser's stack.
    return notParsable;
  }
}

/** Longer text cannot be one argument of a program on Linux, thus not of `bash -c` either. */
const longestLine = 128 * 1024;
/** The parser needs time in the square of these. */
const mostOf: readonly (readonly [string, number])[] = [
  ["<<", 4000],
  ["{", 8000],
];

const isTooIntricate = (line: string): boolean =>
  line.length > longestLine ||
  line.includes("\0") ||
  mostOf.some(([token, most]) => line.split(token).length > most);

/** Collects from the whole tree; undefined where it has errors. Not recursive: sums nest deeply. */
function walk(script: ParsedScript, line: string): CommandLine | undefined {
  const commands: SimpleCommand[] = [];
  let hasSubstitution = false;
  let hasFileRedirection = false;
  let effect: string | undefined;
  const open: { readonly node: SyntaxNode; readonly source: string }[] = [
    { node: script, source: line },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node } = next;
    if (isBroken(node)) return undefined;
    // Positions inside escaped backticks count in a text of their own.
    const source = node.type === "Script" ? (node.source ?? next.source) : next.source;
    hasSubstitution ||= substitutions.has(node.type);
    hasFileRedirection ||= node.type === "Redirect" && changesFile(node);
    effect ??= hiddenEffect(node);
    if (node.type === "Command") commands.push(readCommand(node, source));
    forEachChild(node, (child) => open.push({ node: child, source }));
  }
  commands.reverse();
  return { parsable: true, hasSubstitution, hasFileRedirection, hiddenEffect: effect, commands };
}

const substitutions: ReadonlySet<SyntaxNode["type"]> = new Set([
  "CommandExpansion",
  "ProcessSubstitution",
  "ArithmeticCommandExpansion",
]);

/** Whether the parser could not make sense of a part, or a here-document has no end. */
function isBroken(node: SyntaxNode): boolean {
  switch (node.type) {
    case "Script":
      return node.errors !== undefined && node.errors.length > 0;
    case "CommandExpansion":
    case "ProcessSubstitution":
    case "ArithmeticCommandExpansion":
      return node.script === undefined;
    case "ArithmeticCommand":
      return node.expression === undefined && node.body.trim() !== "";
    case "ArithmeticExpansion":
      return node.expression === undefined && !/^\$(?:\(\(\s*\)\)|\[\s*\])$/.test(node.text);
    case "HereDoc":
      return node.delimiter === undefined || node.closing === undefined;
    case "Redirect":
    case "HereString":
      return node.target === undefined;
    case "Unknown":
      return true;
    default:
      return false;
  }
}

/** Whether a redirection writes a file, or reads from what is a network connection in truth. */
function changesFile({ operator, target }: Redirect): boolean {
  const name = target?.value ?? "";
  switch (operator) {
    case "<":
      return /^\/dev\/(?:tcp|udp)\//.test(name);
    case "<&":
      return false;
    case ">&":
      return !/^(?:\d+-?|-)$/.test(name) && name !== "/dev/null";
    default:
      return name !== "/dev/null";
  }
}
