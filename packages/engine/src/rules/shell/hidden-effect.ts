import type { ParameterExpansionPart, SyntaxNode, Word } from "unbash";

/**
 * What a part of a line can run or change though it is not a command; undefined if nothing.
 *
 * In Bash a variable that is computed with is evaluated, substitutions in its value included, and
 * some expansions assign. `for x in 'a[$(rm -rf /)]'; do echo $((x)); done` runs rm.
 */
export function hiddenEffect(node: SyntaxNode): string | undefined {
  switch (node.type) {
    case "ArithmeticWord":
      return isNumber(node.value) ? undefined : `the computation with "${node.value}"`;
    case "TestBinary":
      return computing.has(node.operator) && !(isNumeric(node.left) && isNumeric(node.right))
        ? `the comparison ${node.operator} of values that are not numbers`
        : undefined;
    case "TestUnary":
      return node.operator === "-v" ? "the test -v" : undefined;
    case "ParameterExpansion":
      return ofExpansion(node);
    case "For":
    case "Select":
      return ofVariable(node.name.value);
    case "Coproc":
      return node.name === undefined ? undefined : ofVariable(node.name.value);
    case "FileDescriptorVariable":
      return ofVariable(node.name);
    default:
      return undefined;
  }
}

const computing: ReadonlySet<string> = new Set(["-eq", "-ne", "-lt", "-le", "-gt", "-ge"]);

const isNumber = (text: string): boolean => /^\s*(?:\d+|0x[\da-fA-F]+)\s*$/.test(text);
const isNumeric = ({ value }: Word): boolean => /^-?\d+$/.test(value);

function ofExpansion({ text, prefix, index, operation }: ParameterExpansionPart) {
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
const ofVariable = (name: string): string | undefined =>
  /^[a-z][a-z0-9_]*$/.test(name) && !name.endsWith("_proxy")
    ? undefined
    : `the assignment to ${name}`;
