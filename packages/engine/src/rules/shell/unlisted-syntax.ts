import type { Assignment, ParameterExpansionPart, Redirect, SyntaxNode } from "unbash";
import { sideEffect } from "./side-effect.ts";
import { isSpecialVariable } from "./special-variable.ts";

/** T11: forms that have no effect themselves; what they contain is checked separately. */
const harmless: ReadonlySet<SyntaxNode["type"]> = new Set<SyntaxNode["type"]>([
  ...(["Script", "Statement", "CompoundList", "Command", "Redirected", "Pipeline"] as const),
  ...(["AndOr", "Time", "Negation", "If", "Elif", "While", "Case", "CaseItem"] as const),
  ...(["Subshell", "BraceGroup", "Word", "Literal", "Glob", "SingleQuoted"] as const),
  ...(["DoubleQuoted", "AnsiCQuoted", "SimpleExpansion", "CommandExpansion"] as const),
  ...(["BraceExpansion", "Default", "Remove", "Replace", "Slice", "CaseModification"] as const),
  ...(["HereString", "HereDoc", "HereDocDelimiter", "HereDocBody", "FileDescriptor"] as const),
  ...(["TestCommand", "TestLogical", "TestNot", "TestGroup", "ArrayValue"] as const),
  ...(["ArithmeticExpansion", "ArithmeticGroup", "ArithmeticTernary"] as const),
  ...(["ArithmeticBinary", "ArithmeticUnary"] as const),
]);

const fileTests = /^-[a-hknoprstuwxzGLNOS]$/;
const comparisons = /^(?:==?|!=|<|>|=~|-(?:nt|ot|ef|eq|ne|lt|le|gt|ge))$/;

/**
 * A part of a line that is not on the list of harmless forms (T11), in words; undefined if it is. New syntax is not on
 * the list, so it is never taken for harmless by mistake.
 */
export function unlistedSyntax(node: SyntaxNode): string | undefined {
  const effect = sideEffect(node);
  if (effect !== undefined || harmless.has(node.type)) return effect;
  switch (node.type) {
    case "ArithmeticWord":
      return undefined;
    case "TestUnary":
      return fileTests.test(node.operator) ? undefined : `the test ${node.operator}`;
    case "TestBinary":
      return comparisons.test(node.operator) ? undefined : `the comparison ${node.operator}`;
    case "ProcessSubstitution":
      return node.operator === "<" ? undefined : "output to a command";
    case "ParameterExpansion":
      return isPlainExpansion(node) ? undefined : `the expansion ${node.text}`;
    case "For":
      return isSpecialVariable(node.name.value)
        ? `the assignment to ${node.name.value}`
        : undefined;
    case "Assignment":
      return unlistedAssignment(node);
    case "Redirect":
      return isHarmlessRedirection(node) ? undefined : "the redirection";
    default:
      return `the syntax ${node.type}`;
  }
}

/** What is wrong with such an expansion otherwise is a side effect. */
const isPlainExpansion = ({ parameter, operation }: ParameterExpansionPart): boolean =>
  /^(?:[A-Za-z_]\w*|\d+|[@*#?$!-])$/.test(parameter) &&
  operation?.type !== "Names" &&
  operation?.type !== "Unknown";

/** The shell computes subscripts, also those in a list: `a=([$(…)]=x)`. */
function unlistedAssignment({ name, index, value }: Assignment): string | undefined {
  const computes =
    index !== undefined ||
    (value.type === "ArrayValue" && value.elements.some(({ text }) => text.startsWith("[")));
  return computes || isSpecialVariable(name) ? `the assignment to ${name}` : undefined;
}

/** Output to `/dev/null` or another descriptor, and input from a literal path. */
function isHarmlessRedirection({ operator, descriptor, target }: Redirect): boolean {
  if (descriptor?.type === "FileDescriptorVariable" || target === undefined) return false;
  const isLiteral = target.parts === undefined;
  switch (operator) {
    case "<":
      return !/^\/dev\/(?:tcp|udp)\//.test(target.value);
    case "<&":
    case ">&":
      return isLiteral && (/^(?:\d+-?|-)$/.test(target.value) || target.value === "/dev/null");
    case "<>":
      return false;
    default:
      return target.value === "/dev/null";
  }
}
