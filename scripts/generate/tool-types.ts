import { type ToolDefinition, tools } from "@snaphook/protocol";
import { fieldsOf, type JsonSchema } from "./typescript-of.ts";

type Shape = ToolDefinition["input"];

/** What the known tools take and answer, as plain types. */
export const toolTypes = (): string => `
import type { Known } from "./event-inputs.ts";

/** The input of every known tool. */
export interface ToolInputs {
${fields(({ input }) => input)}}

/** The answer of every known tool. */
export interface ToolResponses {
${fields(({ response }) => response)}}
`;

const fields = (shapeOf: (tool: ToolDefinition) => Shape): string =>
  Object.entries(tools)
    .map(([name, tool]) => `readonly ${name}: ${typeOfShape(shapeOf(tool))};\n`)
    .join("");

function typeOfShape(shape: Shape): string {
  const schema = shape.toJsonSchema() as JsonSchema;
  const isEmpty = Object.keys(schema.properties ?? {}).length === 0;
  return isEmpty ? "Readonly<Record<string, unknown>>" : fieldsOf(schema);
}
