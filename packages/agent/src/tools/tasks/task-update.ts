import { z } from "zod";
import { defineTool } from "../define-tool.ts";
import { type Tool, type ToolContext, ToolFailure } from "../tool.ts";
import { type Task, type TaskChange, taskStatuses, tasksOf } from "./task-store.ts";

const input = () =>
  z.object({
    taskId: z.string().min(1).describe("The id of the task"),
    subject: z.string().min(1).optional(),
    description: z.string().optional(),
    activeForm: z.string().optional(),
    status: z
      .enum([...taskStatuses, "deleted"])
      .optional()
      .describe("deleted removes the task from the list"),
    owner: z.string().optional().describe("Who works on the task"),
    addBlocks: z.array(z.string()).optional().describe("Ids of tasks that wait for this one"),
    addBlockedBy: z.array(z.string()).optional().describe("Ids of tasks that this one waits for"),
  });

const output = () =>
  z.looseObject({
    success: z.boolean(),
    taskId: z.string(),
    updatedFields: z.array(z.string()),
    statusChange: z.looseObject({ from: z.string(), to: z.string() }).optional(),
    error: z.string().optional().describe("Why nothing was changed"),
  });

export const taskUpdate: Tool = defineTool({
  name: "TaskUpdate",
  description: `Changes a task.

Mark it in_progress when you begin it, one at a time, and completed as soon as it is really done: not if tests fail or parts are missing. A hook may refuse that, and says why. Use deleted for tasks that are no longer needed.`,
  input,
  output,
  access: () => ({ kind: "read" }),
  concurrent: () => false,
  async run({ taskId, status, ...given }, context: ToolContext, signal) {
    const { memory, decideTask, teammate } = context;
    const tasks = tasksOf(memory);
    const unchanged = (error: string) => ({ success: false, taskId, updatedFields: [], error });
    const before = tasks.get(taskId);
    if (before === undefined) return unchanged(`There is no task ${taskId}.`);
    // A teammate answers for the tasks that it begins (E18).
    const beginner = status === "in_progress" ? (given.owner ?? teammate) : undefined;
    if (isOfAnother(before, beginner))
      return unchanged(`Task ${taskId} is already in progress; ${before.owner} works on it.`);
    const fields = withOwner(given, beginner);
    const unknown = [...(fields.addBlocks ?? []), ...(fields.addBlockedBy ?? [])].find(
      (id) => tasks.get(id) === undefined,
    );
    if (unknown !== undefined) throw new ToolFailure(`There is no task ${unknown}.`);
    if (status === "completed" && before.status !== "completed") {
      const decision = await decideTask?.("TaskCompleted", before, signal);
      if (decision?.do === "refuse")
        return unchanged(
          `Task ${taskId} was not completed and stays ${before.status}. ${decision.reasons.join("\n")}`,
        );
    }
    if (status === "deleted") tasks.remove(taskId);
    else tasks.update(taskId, changeOf({ status, ...fields }));
    const changed = Object.entries({ status, ...fields }).filter(
      ([, value]) => value !== undefined,
    );
    return {
      success: true,
      taskId,
      updatedFields: changed.map(([name]) => name),
      ...(status === undefined || status === before.status
        ? {}
        : { statusChange: { from: before.status, to: status } }),
    };
  },
  text({ taskId, updatedFields, statusChange, error }) {
    if (error !== undefined) return error;
    return statusChange === undefined
      ? `Task ${taskId} was changed: ${updatedFields.join(", ") || "nothing"}`
      : `Task ${taskId} is ${statusChange.to} now.`;
  },
});

/** Whether someone else works on a task. */
const isOfAnother = ({ status, owner = "" }: Task, beginner = owner): boolean =>
  status === "in_progress" && owner !== "" && owner !== beginner;

const withOwner = <Fields extends object>(fields: Fields, owner: string | undefined): Fields =>
  owner === undefined ? fields : { ...fields, owner };

/** The fields that were set. */
const changeOf = (fields: Readonly<Record<string, unknown>>): TaskChange =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
