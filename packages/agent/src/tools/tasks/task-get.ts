import { z } from "zod";
import { defineTool } from "../define-tool.ts";
import { type Tool, ToolFailure } from "../tool.ts";
import { taskStatuses, tasksOf } from "./task-store.ts";

const task = () =>
  z.looseObject({
    id: z.string(),
    subject: z.string(),
    description: z.string(),
    status: z.enum(taskStatuses),
    owner: z.string().optional(),
    blocks: z.array(z.string()),
    blockedBy: z.array(z.string()),
  });

export const taskGet: Tool = defineTool({
  name: "TaskGet",
  description: `Shows everything about one task, its full description and what it waits for included. Use TaskList to find its id.`,
  input: () => z.object({ taskId: z.string().min(1).describe("The id of the task") }),
  output: () => z.looseObject({ task: task() }),
  access: () => ({ kind: "read" }),
  concurrent: () => true,
  async run({ taskId }, { memory }) {
    const found = tasksOf(memory).get(taskId);
    if (found === undefined) throw new ToolFailure(`There is no task ${taskId}.`);
    return { task: { ...found, blocks: [...found.blocks], blockedBy: [...found.blockedBy] } };
  },
  text: ({ task: { id, subject, description, status, owner, blocks, blockedBy } }) =>
    [
      `Task ${id}: ${subject}`,
      `Status: ${status}`,
      ...(owner === undefined ? [] : [`Owner: ${owner}`]),
      ...(blocks.length === 0 ? [] : [`Blocks: ${blocks.join(", ")}`]),
      ...(blockedBy.length === 0 ? [] : [`Blocked by: ${blockedBy.join(", ")}`]),
      description,
    ].join("\n"),
});
