import { z } from "zod";
import { defineTool } from "../define-tool.ts";
import { type Tool, ToolFailure } from "../tool.ts";
import { tasksOf } from "./task-store.ts";

export const taskCreate: Tool = defineTool({
  name: "TaskCreate",
  description: `Adds a task to the list that the user sees.

Use it for work with three or more steps, or when the user names several things to do: one task for each step. Not for a single simple step or a question. Ids are numbers in ascending order; a new task is pending.`,
  input: () =>
    z.object({
      subject: z.string().min(1).describe("What to do, in a few words"),
      description: z.string().describe("What has to be done, in detail"),
      activeForm: z.string().optional().describe("What to call the task while it is in progress"),
    }),
  output: () => z.looseObject({ task: z.looseObject({ id: z.string(), subject: z.string() }) }),
  access: () => ({ kind: "read" }),
  concurrent: () => false,
  async run({ subject, description, activeForm }, { memory, decideTask }, signal) {
    const tasks = tasksOf(memory);
    const task = tasks.create({
      subject,
      description,
      ...(activeForm === undefined ? {} : { activeForm }),
    });
    const decision = await decideTask?.("TaskCreated", task, signal);
    if (decision?.do === "refuse") {
      tasks.remove(task.id);
      throw new ToolFailure(`The task was not added. ${decision.reasons.join("\n")}`);
    }
    return { task: { id: task.id, subject } };
  },
  text: ({ task }) => `Task ${task.id} was added: ${task.subject}`,
});
