import { z } from "zod";

/** Says what a field means, for JSON Schemas and generated types. */
export function about<Z extends z.ZodType>(description: string, type: Z, more = {}): Z {
  z.globalRegistry.add(type, { description, ...more });
  return type;
}

export const text = (description: string) => about(description, z.string());

/** A text with usual values. Other values are allowed, because newer hosts add more. */
export const word = (description: string, words: readonly string[]) =>
  about(description, z.string(), { examples: words });

export const flag = (description: string) => about(description, z.boolean());

export const number = (description: string) => about(description, z.number());

export const texts = (description: string) => about(description, z.array(z.string()));

/** An object of any fields. */
export const fields = (description: string) =>
  about(description, z.record(z.string(), z.unknown()));

export const anything = (description: string) => about(description, z.unknown());

/** Any value is valid here, because the code that uses the field checks it; the JSON Schema says what is expected. */
export const hint = (description: string, expected: Readonly<Record<string, unknown>>) =>
  about(description, z.unknown(), expected);

/** The usual values of a field made by `word`. */
export function wordsOf(type: unknown): readonly string[] {
  const { examples = [] } = z.globalRegistry.get(type as z.ZodType) ?? {};
  return examples as readonly string[];
}
