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

/** A tool's input is an object, so the schema must describe one. */
function readSchema(schema: Readonly<Record<string, unknown>>): z.ZodType {
  if (schema["type"] !== "object")
    throw new Error('--json-schema must describe an object: add "type": "object"');
  try {
    return z.fromJSONSchema(schema);
  } catch (error) {
    throw new Error(
      `--json-schema cannot be used: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
