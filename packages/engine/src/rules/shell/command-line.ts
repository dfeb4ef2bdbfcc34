import type { Redirect } from "unbash";
import { forEachChild, type ParsedScript, parse, type SyntaxNode } from "unbash";
import { beyondAllowRules } from "./beyond-allow-rules.ts";
import { readWord, type ShellWord, unknownWord } from "./shell-word.ts";
import { sideEffect } from "./side-effect.ts";
import { hereText, isForInput, readCommand, type SimpleCommand } from "./simple-command.ts";
import { unlistedSyntax } from "./unlisted-syntax.ts";

/** What a command line says it does. */
export interface CommandLine {
  /** False if the text is not a command line, or too long or intricate to read. */
  readonly parsable: boolean;
  /** It contains `$(…)`, backticks, `<(…)` or `>(…)` anywhere. */
  readonly hasSubstitution: boolean;
  /** It writes to a file other than `/dev/null`. */
  readonly hasFileRedirection: boolean;
  /** A part that can run or change something without being a command, in words; undefined if there is none. */
  readonly sideEffect: string | undefined;
  /** A form that no allow rule with a pattern covers, in words; undefined if there is none. */
  readonly beyondAllowRules: string | undefined;
  /** T11: a part that is not on the list of harmless forms, in words; undefined if all of it is. */
  readonly unlistedSyntax: string | undefined;
  /** The values that the line gives to variables, in assignments and loops. */
  readonly assigned: readonly AssignedValues[];
  /** The files that redirections read and write, except `/dev/null`. */
  readonly redirected: { readonly from: readonly ShellWord[]; readonly to: readonly ShellWord[] };
  /** The texts of all here-documents and here-strings. */
  readonly hereTexts: readonly ShellWord[];
  /** Every simple command from left to right, including those in substitutions, loops and functions. */
  readonly commands: readonly SimpleCommand[];
}

interface AssignedValues {
  readonly name: string;
  readonly values: readonly ShellWord[];
}

const notParsable: CommandLine = {
  parsable: false,
  hasSubstitution: false,
  hasFileRedirection: false,
  sideEffect: undefined,
  beyondAllowRules: undefined,
  unlistedSyntax: "text that cannot be parsed",
  assigned: [],
  redirected: { from: [], to: [] },
  hereTexts: [],
  commands: [],
};

/** Lines that were read last: a call is judged by many rules, and each of them reads its line. */
const recent = new Map<string, CommandLine>();
const maxRecent = 16;

/** Parses a command line without running it. Never throws; takes a second at worst. */
export function commandsOf(line: string): CommandLine {
  const known = recent.get(line);
  const read = known ?? readLine(line);
  if (known === undefined && recent.size >= maxRecent) {
    const [oldest = ""] = recent.keys();
    recent.delete(oldest);
  }
  recent.set(line, read);
  return read;
}

function readLine(line: string): CommandLine {
  if (isTooIntricate(line)) return notParsable;
  try {
    return walk(parse(line), line) ?? notParsable;
  } catch {
    // Very deep nesting exhausts the parser's stack.
    return notParsable;
  }
}

/** Longer text cannot be one argument of a program on Linux, so `bash -c` cannot run it. */
const maxLineLength = 128 * 1024;
/** The parser's time grows with the square of these. */
const maxCounts: readonly (readonly [string, number])[] = [
  ["<<", 4000],
  ["{", 8000],
];

const isTooIntricate = (line: string): boolean =>
  line.length > maxLineLength ||
  line.includes("\0") ||
  maxCounts.some(([token, max]) => line.split(token).length > max);

/** Collects from the whole tree; undefined if it has errors. Not recursive, because arithmetic nests deeply. */
function walk(script: ParsedScript, line: string): CommandLine | undefined {
  const commands: SimpleCommand[] = [];
  const assigned: AssignedValues[] = [];
  const hereTexts: (ShellWord | undefined)[] = [];
  const redirected = { from: [] as ShellWord[], to: [] as ShellWord[] };
  let hasSubstitution = false;
  let hasFileRedirection = false;
  let effect: string | undefined;
  let beyond: string | undefined;
  let unlisted: string | undefined = oddCharacter.test(line) ? "a control character" : undefined;
  const open: { readonly node: SyntaxNode; readonly source: string; readonly isFed: boolean }[] = [
    { node: script, source: line, isFed: false },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node } = next;
    if (isBroken(node)) return undefined;
    // Positions inside escaped backticks refer to a separate text.
    const source = node.type === "Script" ? (node.source ?? next.source) : next.source;
    hasSubstitution ||= substitutions.has(node.type);
    hasFileRedirection ||= node.type === "Redirect" && changesFile(node);
    effect ??= sideEffect(node);
    beyond ??= beyondAllowRules(node);
    unlisted ??= unlistedSyntax(node);
    assigned.push(...valuesSetBy(node));
    collectFile(node, redirected);
    if (node.type === "HereDoc" || node.type === "HereString") hereTexts.push(hereText(node));
    if (node.type === "Command") commands.push(readCommand(node, source, next.isFed));
    const isFed = next.isFed || feeds(node);
    forEachChild(node, (child) =>
      open.push({ node: child, source, isFed: isFed || isAfterPipe(node, child) }),
    );
  }
  commands.reverse();
  return {
    parsable: true,
    hasSubstitution,
    hasFileRedirection,
    sideEffect: effect,
    beyondAllowRules: beyond,
    unlistedSyntax: unlisted,
    assigned,
    redirected,
    hereTexts: hereTexts.filter((text) => text !== undefined),
    commands,
  };
}

/** The parser and the shell may disagree about what these separate. */
const oddCharacter = /(?![ \t\n])[\p{Cc}\p{Z}\uFEFF]/u;

/** Whether what is inside may get input from elsewhere: `… | f` for the body of f. */
const feeds = (node: SyntaxNode): boolean =>
  node.type === "Function" ||
  node.type === "Coproc" ||
  (node.type === "ProcessSubstitution" && node.operator === ">") ||
  (node.type === "Redirected" && node.redirects.some(isForInput));

const isAfterPipe = (node: SyntaxNode, child: SyntaxNode): boolean =>
  node.type === "Pipeline" && node.commands.slice(1).some((command) => command === child);

function valuesSetBy(node: SyntaxNode): readonly AssignedValues[] {
  if (node.type === "For" || node.type === "Select")
    return [{ name: node.name.value, values: (node.wordlist ?? []).map(readWord) }];
  if (node.type !== "Assignment") return [];
  const { name, value, append, text } = node;
  if (append) return [{ name, values: [unknownWord(text, { splits: true })] }];
  const words = value.type === "ArrayValue" ? value.elements : [value];
  return [{ name, values: words.map(readWord) }];
}

/** Adds the file of a redirection; `2>&1` has none. */
function collectFile(node: SyntaxNode, files: { from: ShellWord[]; to: ShellWord[] }): void {
  if (node.type !== "Redirect" || node.target === undefined) return;
  const { operator, target } = node;
  const isDescriptor = /^[<>]&$/.test(operator) && /^(?:\d+-?|-)$/.test(target.value);
  if (isDescriptor || target.value === "/dev/null") return;
  (operator === "<" ? files.from : files.to).push(readWord(target));
}

const substitutions: ReadonlySet<SyntaxNode["type"]> = new Set([
  "CommandExpansion",
  "ProcessSubstitution",
  "ArithmeticCommandExpansion",
]);

/** Whether the parser failed on a part, or a here-document has no end. */
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

/** Whether a redirection writes a file, or opens a network connection. */
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
