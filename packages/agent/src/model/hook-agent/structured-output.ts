import type { ToolUseBlock } from "../../conversation/message.ts";
import type { ToolDescription } from "../model.ts";

/** The tool with which the agent of an agent hook answers (H3). */
export const answerTool = "StructuredOutput";

export const structuredOutput = (
  inputSchema: Readonly<Record<string, unknown>>,
): ToolDescription => ({
  name: answerTool,
  description: "Gives your answer and ends your work. Call it once, when you know the answer.",
  inputSchema,
});

/** Why a call of that tool is not a valid answer; `undefined` if it is. */
export function answerProblem(input: unknown): string | undefined {
  if (typeof input !== "object" || input === null) return "the input must be an object";
  if (!("ok" in input) || typeof input.ok !== "boolean") return "ok must be true or false";
  if ("reason" in input && typeof input.reason !== "string") return "reason must be a string";
  return undefined;
}

export const isAnswer = ({ name, input }: ToolUseBlock): boolean =>
  name === answerTool && answerProblem(input) === undefined;
