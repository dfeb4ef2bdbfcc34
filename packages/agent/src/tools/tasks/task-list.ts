import { z } from "zod";
import { defineTool } from "../define-tool.ts";
import type { Tool } from "../tool.ts";
import { taskStatuses, tasksOf } from "./task-store.ts";

const entry = () =>
  z.looseObject({
    id: z.string(),
    subject: z.string(),
    status: z.enum(taskStatuses),
    owner: z.string().optional(),
    blockedBy: z.array(z.string()),
  });

export const taskList: Tool = defineTool({
  name: "TaskList",
  description: `Lists the tasks of the session with their status. Use it to see what is left before you go on or finish.`,
  input: () => z.object({}),
  output: () => z.looseObject({ tasks: z.array(entry()) }),
  access: () => ({ kind: "read" }),
  concurrent: () => true,
  async run(_input, { memory }) {
    const tasks = tasksOf(memory)
      .list()
      .map(({ id, subject, status, owner, blockedBy }) => ({
        id,
        subject,
        status,
        ...(owner === undefined ? {} : { owner }),
        blockedBy: [...blockedBy],
      }));
    return { tasks };
  },
  text: ({ tasks }) => (tasks.length === 0 ? "There are no tasks." : tasks.map(line).join("\n")),
});

function line({
  id,
  subject,
  status,
  owner,
  blockedBy,
}: z.output<ReturnType<typeof entry>>): string {
  const who = owner === undefined ? "" : ` (${owner})`;
  const waits = blockedBy.length === 0 ? "" : `, blocked by ${blockedBy.join(", ")}`;
  return `${id}. ${subject}${who}: ${status}${waits}`;
}
