import type { ToolResultBlock, ToolUseBlock } from "../../conversation/message.ts";
import { errorText } from "../../error-text.ts";
import type { Tool, ToolContext } from "../../tools/tool.ts";
import { answerProblem, answerTool } from "./structured-output.ts";

/** Runs a call that only reads; any other call gets an error result that says why. */
export async function callReadTool(
  { id, name, input }: ToolUseBlock,
  tools: readonly Tool[],
  context: ToolContext,
  signal: AbortSignal,
): Promise<ToolResultBlock> {
  const result = { type: "tool_result", tool_use_id: id } as const;
  try {
    return { ...result, content: await contentOf({ name, input }, tools, context, signal) };
  } catch (error) {
    signal.throwIfAborted();
    return { ...result, content: errorText(error), is_error: true };
  }
}

async function contentOf(
  { name, input }: Pick<ToolUseBlock, "name" | "input">,
  tools: readonly Tool[],
  context: ToolContext,
  signal: AbortSignal,
): Promise<string> {
  if (name === answerTool) throw new Error(`this is not a valid answer: ${answerProblem(input)}`);
  const tool = tools.find((one) => one.name === name);
  const names = [...tools.map((one) => one.name), answerTool].join(", ");
  if (!tool) throw new Error(`there is no tool ${name} here; the tools are ${names}`);
  const parsed = tool.parse(input, context);
  if (!parsed.ok) throw new Error(parsed.problem);
  const access = tool.access(parsed.input);
  if (access.kind !== "read") throw new Error(`${name} can only read here`);
  if (access.path !== undefined && context.mayRead?.(access.path) === false)
    throw new Error(`a permission rule forbids reading ${access.path}`);
  const objection = await tool.check?.(parsed.input, context);
  if (objection !== undefined) throw new Error(objection);
  return tool.text(await tool.run(parsed.input, context, signal));
}
