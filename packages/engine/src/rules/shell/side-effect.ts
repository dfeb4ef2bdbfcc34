import type { ParameterExpansionPart, SyntaxNode, Word } from "unbash";
import { readWord } from "./shell-word.ts";

/**
 * A part of a line that can run or change something without being a command; undefined if it cannot.
 *
 * In Bash, arithmetic evaluates variables, including substitutions in their values, and some
 * expansions assign. `for x in 'a[$(rm -rf /)]'; do echo $((x)); done` runs rm. It also evaluates the translation of
 * `$"…"`, and opens a connection for the path `/dev/tcp/…`, which a variable may contain.
 */
export function sideEffect(node: SyntaxNode): string | undefined {
  switch (node.type) {
    case "ArithmeticWord":
      return isNumber(node.value) ? undefined : `the computation with "${node.value}"`;
    case "TestBinary":
      return numericComparisons.has(node.operator) &&
        !(isNumeric(node.left) && isNumeric(node.right))
        ? `the comparison ${node.operator} of values that are not numbers`
        : undefined;
    case "TestUnary":
      return node.operator === "-v" ? "the test -v" : undefined;
    case "ParameterExpansion":
      return expansionEffect(node);
    case "For":
    case "Select":
      return assignmentEffect(node.name.value);
    case "Coproc":
      return node.name === undefined ? undefined : assignmentEffect(node.name.value);
    case "LocaleString":
      return `the translated text ${node.text}`;
    case "Redirect":
      return node.operator === "<" && node.target && !readWord(node.target).literal
        ? `the input from ${node.target.text}`
        : undefined;
    case "FileDescriptorVariable":
      return assignmentEffect(node.name);
    default:
      return undefined;
  }
}

const numericComparisons: ReadonlySet<string> = new Set(["-eq", "-ne", "-lt", "-le", "-gt", "-ge"]);

const isNumber = (text: string): boolean => /^\s*(?:\d+|0x[\da-fA-F]+)\s*$/.test(text);
const isNumeric = ({ value }: Word): boolean => /^-?\d+$/.test(value);

function expansionEffect({ text, prefix, index, operation }: ParameterExpansionPart) {
  const assigns = operation?.type === "Default" && /=$/.test(operation.operator);
  const computes =
    (index !== undefined && !/^(?:[@*]|\d+)$/.test(index.value)) ||
    (operation?.type === "Slice" &&
      !(isSlicedAt(operation.offset) && (!operation.length || isSlicedAt(operation.length))));
  const evaluates = prefix === "!" || operation?.type === "Transform";
  return assigns || computes || evaluates ? `the expansion ${text}` : undefined;
}

const isSlicedAt = ({ value }: Word): boolean => /^\s*\(?-?\d+\)?\s*$/.test(value);

/** A variable that a loop sets could be one that decides what runs, such as PATH or LD_PRELOAD. */
const assignmentEffect = (name: string): string | undefined =>
  /^[a-z][a-z0-9_]*$/.test(name) && !name.endsWith("_proxy")
    ? undefined
    : `the assignment to ${name}`;
