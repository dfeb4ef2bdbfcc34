import { z } from "zod";
import { defineTool } from "../define-tool.ts";
import type { Tool } from "../tool.ts";
import { tasksOf } from "./task-store.ts";

export const taskCreate: Tool = defineTool({
  name: "TaskCreate",
  description: `Notes a task, for work of several steps: the user sees the list. Ids are given out by counting.`,
  input: z.object({
    subject: z.string().min(1).describe("What to do, in a few words"),
    description: z.string().describe("What it takes to be done"),
    activeForm: z.string().optional().describe("How to call it while it is being done"),
  }),
  output: z.looseObject({ task: z.looseObject({ id: z.string(), subject: z.string() }) }),
  access: () => ({ kind: "read" }),
  concurrent: () => false,
  async run({ subject, description, activeForm }, { memory }) {
    const task = tasksOf(memory).create({
      subject,
      description,
      ...(activeForm === undefined ? {} : { activeForm }),
    });
    return { task: { id: task.id, subject } };
  },
  text: ({ task }) => `Task ${task.id} was noted: ${task.subject}`,
});
