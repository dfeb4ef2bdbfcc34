import { z } from "zod";
import { defineTool } from "./define-tool.ts";
import { type Tool, ToolFailure } from "./tool.ts";

/** Calls a skill: its text follows the result, or another agent carries it out. */
export const skill: Tool = defineTool({
  name: "Skill",
  description:
    "Calls a skill: instructions for one kind of task. Use it before you begin such a task, and then do what its text says. Call only the skills listed here.",
  input: () =>
    z.object({
      skill: z.string().min(1).describe("The name of the skill"),
      args: z.string().optional().describe("Its arguments, if it takes any"),
    }),
  output: () =>
    z.looseObject({
      success: z.literal(true),
      commandName: z.string(),
      text: z.string().optional(),
      result: z.string().optional(),
    }),
  // Sessions know which of their skills need no approval.
  access: () => ({ kind: "other" }),
  concurrent: () => false,
  async run(call, { runSkill, callId }, signal) {
    if (!runSkill) throw new ToolFailure("This session has no skills");
    return runSkill(call, { callId, signal });
  },
  text: ({ commandName, result }) => result ?? `The text of the skill ${commandName} follows.`,
  textAfter: ({ text }) => text,
});
