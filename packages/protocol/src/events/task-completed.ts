import { text } from "../fields.ts";
import { defineEvent } from "./event-definition.ts";

/** The input fields of events about a task. */
export const taskFields = () => ({
  task_id: text("The id of the task."),
  task_subject: text("The task, in one line."),
  task_description: text("The task, in full.").optional(),
  teammate_name: text("The teammate who works on it.").optional(),
  team_name: text("The teammate's team.").optional(),
});

/** E12, E18: a task is being marked completed; only the exit code blocks. */
export const taskCompleted = defineEvent({
  name: "TaskCompleted",
  rule: "E12",
  when: "a task is being marked completed",
  hostShould: "`refuse`: leave it open; give the reasons to the model",
  input: taskFields,
  outcome: "gate",
  block: "the completion is refused",
  blockReaches: "model",
  exitCodeOnly: true,
  refusable: true,
  takesModelHooks: true,
  example: { task_id: "1", task_subject: "Write the tests" },
});
