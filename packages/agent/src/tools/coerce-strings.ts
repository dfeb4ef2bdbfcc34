import { z } from "zod";

/**
 * Models write `"5"` for 5 and `"true"` for true. Strings that spell the number or boolean that a key needs
 * are converted; null for an optional key is dropped. Anything else is left to the schema.
 */
export function coerceStrings(shape: z.ZodObject["shape"], input: unknown): unknown {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return input;
  const entries = Object.entries(input).flatMap(([key, value]) => {
    const type = shape[key];
    if (!(type instanceof z.ZodType)) return [[key, value]];
    if (value === null && isOptional(type)) return [];
    return [[key, coerced(inner(type), value)]];
  });
  return Object.fromEntries(entries);
}

const isOptional = (type: z.ZodType): boolean =>
  type instanceof z.ZodOptional || type instanceof z.ZodDefault;

/** The type below `optional` and `default`. */
function inner(type: z.ZodType): z.ZodType {
  let found = type;
  while (found instanceof z.ZodOptional || found instanceof z.ZodDefault)
    found = found.unwrap() as z.ZodType;
  return found;
}

function coerced(type: z.ZodType, value: unknown): unknown {
  if (typeof value !== "string") return value;
  if (type instanceof z.ZodNumber) return number.test(value) ? Number(value) : value;
  if (!(type instanceof z.ZodBoolean)) return value;
  return value === "true" ? true : value === "false" ? false : value;
}

const number = /^\s*-?\d+(?:\.\d+)?\s*$/;
