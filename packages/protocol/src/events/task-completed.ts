import { z } from "zod";
import { defineEvent } from "./event-definition.ts";

/** What the input of an event about a task carries. */
export const taskFields = {
  task_id: z.string(),
  task_subject: z.string(),
  task_description: z.string().optional(),
  teammate_name: z.string().optional(),
  team_name: z.string().optional(),
};

/** E12, E18: a task is being marked completed; only the exit code blocks. */
export const taskCompleted = defineEvent({
  name: "TaskCompleted",
  rule: "E12",
  when: "a task is being marked completed",
  input: taskFields,
  outcome: "gate",
  block: "the completion is refused",
  blockReaches: "model",
  exitCodeOnly: true,
  refusable: true,
  takesModelHooks: true,
  example: { task_id: "1", task_subject: "Write the tests" },
});
