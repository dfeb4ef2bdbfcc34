import { z } from "zod";
import { schemaProblems } from "../tools/schema-problems.ts";

/** What is wrong with an accepted answer to a server's question, if anything. A schema that cannot be read is not checked. */
export function elicitationProblem(
  schema: Readonly<Record<string, unknown>> | undefined,
  content: Readonly<Record<string, unknown>> | undefined,
): string | undefined {
  if (schema === undefined) return undefined;
  const value = content ?? {};
  const result = readSchema(schema)?.safeParse(value);
  if (result === undefined || result.success) return undefined;
  return schemaProblems(result.error.issues, value, Object.keys(Object(schema["properties"])));
}

function readSchema(schema: Readonly<Record<string, unknown>>): z.ZodType | undefined {
  try {
    return z.fromJSONSchema(schema);
  } catch {
    return undefined;
  }
}
