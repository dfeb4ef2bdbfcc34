import { defineEvent } from "./event-definition.ts";
import { taskFields } from "./task-completed.ts";

/** A task is being created; only the exit code blocks. */
export const taskCreated = defineEvent({
  name: "TaskCreated",
  rule: "extended",
  when: "a task is being created",
  hostShould: "`refuse`: remove it; give the reasons to the model",
  input: taskFields,
  outcome: "gate",
  block: "the task is removed and the tool fails",
  blockReaches: "model",
  exitCodeOnly: true,
  refusable: true,
  example: { task_id: "1", task_subject: "Write the tests" },
});
