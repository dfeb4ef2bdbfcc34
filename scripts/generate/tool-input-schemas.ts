import { allTools } from "../../packages/agent/src/tools/all-tools.ts";

/** The JSON Schemas of the inputs of the agent's tools, which every first request to a model has. */
export function toolInputSchemas(): string {
  const schemas = Object.fromEntries(
    allTools.map(({ name, makeInputSchema }) => [name, makeInputSchema()]),
  );
  return `import type { ToolDescription } from "../model/model.ts";

/** JSON Schemas of inputs, by the name of the tool. */
export const toolInputSchemas: Readonly<Record<string, ToolDescription["inputSchema"]>> = ${JSON.stringify(schemas)};
`;
}
