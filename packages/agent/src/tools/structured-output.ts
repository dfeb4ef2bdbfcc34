import { nearestName } from "@snaphook/engine/internal";
import { z } from "zod";
import { answerTool } from "../model/hook-agent/structured-output.ts";
import { schemaProblems } from "./schema-problems.ts";
import type { Tool, ToolInput } from "./tool.ts";

/** The tool with which the model gives an answer that matches a JSON Schema (`--json-schema`). */
export interface StructuredOutput {
  readonly tool: Tool;
  /** What is wrong with a value; undefined if it matches. */
  problem(value: unknown): string | undefined;
}

/** Throws if the schema is not one that can be checked. */
export function structuredOutput(
  inputSchema: Readonly<Record<string, unknown>>,
  onAnswer: (answer: ToolInput) => void,
): StructuredOutput {
  const schema = readSchema(inputSchema);
  const known = Object.keys(Object(inputSchema["properties"]));
  const problem = (value: unknown): string | undefined => {
    const result = schema.safeParse(value);
    return result.success ? undefined : schemaProblems(result.error.issues, value, known);
  };
  return {
    problem,
    tool: {
      name: answerTool,
      description:
        "Gives your final answer in the form that the user asked for. Call it once, when the work is done. Text alone is not an answer.",
      inputSchema,
      makeInputSchema: () => inputSchema,
      parse(input) {
        const found = problem(input);
        return found === undefined
          ? { ok: true, input: input as ToolInput }
          : { ok: false, problem: `The input of ${answerTool} is wrong: ${found}` };
      },
      access: () => ({ kind: "read" }),
      concurrent: () => false,
      async run(input) {
        onAnswer(input);
        return { structured_output: input };
      },
      text: () => "The answer was accepted.",
      validateOutput: () => undefined,
    },
  };
}

/** What is wrong with the schema of `--json-schema`, if anything; a tool's input is an object, so it must describe one. */
export function answerSchemaProblem(schema: Readonly<Record<string, unknown>>): string | undefined {
  const { type } = schema;
  if (type === undefined) return 'it must describe an object: add "type": "object"';
  if (type !== "object")
    return `it must describe an object: "type" is ${JSON.stringify(type)}, write "type": "object"`;
  for (const key of Object.keys(schema)) {
    const nearest = keywords.includes(key) ? undefined : nearestName(key, keywords);
    if (nearest !== undefined) return `there is no keyword "${key}"; did you mean "${nearest}"?`;
  }
  try {
    z.fromJSONSchema(schema);
    return undefined;
  } catch (error) {
    return `it cannot be used: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Keywords of an object's schema. A misspelt one is ignored, and any answer would match. */
const keywords = [
  "$defs",
  "$id",
  "$ref",
  "$schema",
  "additionalProperties",
  "allOf",
  "anyOf",
  "const",
  "default",
  "definitions",
  "description",
  "enum",
  "examples",
  "maxProperties",
  "minProperties",
  "not",
  "oneOf",
  "patternProperties",
  "properties",
  "propertyNames",
  "required",
  "title",
  "type",
];

function readSchema(schema: Readonly<Record<string, unknown>>): z.ZodType {
  const problem = answerSchemaProblem(schema);
  if (problem !== undefined) throw new Error(`--json-schema: ${problem}`);
  return z.fromJSONSchema(schema);
}
