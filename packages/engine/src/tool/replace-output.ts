/** The replacement for a tool's result. */
interface Replacement {
  readonly updatedOutput?: unknown;
  readonly warnings: readonly string[];
}

/** A5: the output with which hooks replace the result; one of the wrong shape is ignored and reported. */
export function replacementOf(
  tool: string,
  fields: Readonly<Record<string, unknown>>,
  validate: ((output: unknown) => string | undefined) | undefined,
): Replacement {
  const { updatedToolOutput, updatedMCPToolOutput } = fields;
  const isMcp = tool.startsWith("mcp__");
  const warnings =
    updatedMCPToolOutput !== undefined && !isMcp
      ? [`updatedMCPToolOutput was ignored: ${tool} is not an MCP tool`]
      : [];
  const updatedOutput = updatedToolOutput ?? (isMcp ? updatedMCPToolOutput : undefined);
  if (updatedOutput === undefined) return { warnings };
  const problem = isMcp ? contentProblem(updatedOutput) : validate?.(updatedOutput);
  if (problem === undefined) return { updatedOutput, warnings };
  return { warnings: [...warnings, `the output a hook gave for ${tool} was ignored: ${problem}`] };
}

function contentProblem(output: unknown): string | undefined {
  const isContent = Array.isArray(output) && output.every(isBlock);
  return typeof output === "string" || isContent
    ? undefined
    : "the output of an MCP tool must be a string or a list of content blocks";
}

const isBlock = (block: unknown): boolean =>
  typeof block === "object" && block !== null && "type" in block && typeof block.type === "string";
