import type { SyntaxNode } from "unbash";
import { type KnownValues, maxParsedLength, wordValue } from "./word-value.ts";

/** The values, and those of variables that the script sets once to a known value. */
export async function withAssigned(text: string, values: KnownValues): Promise<KnownValues> {
  if (text.length > maxParsedLength) return values;
  const { forEachChild, parse } = await import("unbash");
  const assigned = new Map<string, string | undefined>();
  const get = (name: string) => assigned.get(name) ?? values.get(name);
  const known: KnownValues = {
    get,
    expand: (expansion) => values.expand?.(expansion),
  };
  const visit = (node: SyntaxNode): void => {
    if (node.type === "Assignment") {
      const value = node.value.type === "Word" ? wordValue(node.value, known) : undefined;
      const isFirst = !assigned.has(node.name) || assigned.get(node.name) === value;
      assigned.set(node.name, isFirst && !node.append && !node.index ? value : undefined);
    }
    forEachChild(node, visit);
  };
  try {
    visit(parse(text));
  } catch {
    return values; // Nested deeper than the stack is.
  }
  return known;
}
