import { describe, expect, test } from "vitest";
import { call, session } from "../testing.ts";
import { taskCreate } from "./task-create.ts";
import { taskGet } from "./task-get.ts";
import { taskList } from "./task-list.ts";
import { tasksOf } from "./task-store.ts";
import { taskUpdate } from "./task-update.ts";

describe("E24 tasks", () => {
  const world = async (...subjects: readonly string[]) => {
    const { context } = session();
    for (const subject of subjects)
      await call(taskCreate, { subject, description: `about ${subject}` }, context);
    return { context, tasks: tasksOf(context.memory) };
  };

  test("are created with ascending ids, which the answer names", async () => {
    const { context } = session();
    const input = { subject: "Write", description: "All of it", activeForm: "Writing" };
    const first = await call(taskCreate, input, context);
    expect(first.response).toEqual({ task: { id: "1", subject: "Write" } });
    expect(first.text).toContain("Write");
    expect(first.text).not.toContain("All of it");
    expect((await call(taskCreate, input, context)).response).toMatchObject({ task: { id: "2" } });
    expect(tasksOf(context.memory).get("1")).toEqual({
      id: "1",
      ...input,
      status: "pending",
      blocks: [],
      blockedBy: [],
    });
  });

  test("change their status and other fields", async () => {
    const { context, tasks } = await world("one", "two");
    const { response, text } = await call(
      taskUpdate,
      { taskId: "1", status: "completed" },
      context,
    );
    expect(response).toEqual({
      success: true,
      taskId: "1",
      updatedFields: ["status"],
      statusChange: { from: "pending", to: "completed" },
    });
    expect(text).toContain("completed");
    await call(taskUpdate, { taskId: "2", owner: "me", addBlockedBy: ["1"] }, context);
    expect(tasks.get("1")).toMatchObject({ blocks: ["2"], description: "about one" });
    expect(tasks.get("2")).toMatchObject({ blockedBy: ["1"], owner: "me", status: "pending" });
  });

  test("are listed and shown", async () => {
    const { context } = await world("one", "two");
    expect((await call(taskList, {}, session().context)).text).toBe("There are no tasks.");
    await call(taskUpdate, { taskId: "2", addBlockedBy: ["1"], status: "in_progress" }, context);
    const { text, response } = await call(taskList, {}, context);
    expect(text).toBe("1. one: pending\n2. two: in_progress, blocked by 1");
    expect(response).toMatchObject({ tasks: [{ id: "1" }, { id: "2", blockedBy: ["1"] }] });
    expect((await call(taskGet, { taskId: "2" }, context)).text).toContain("about two");
  });

  test("can be deleted, which also removes them from the tasks they block", async () => {
    const { context, tasks } = await world("one", "two");
    tasks.update("2", { addBlockedBy: ["1", "2", "9"] });
    await call(taskUpdate, { taskId: "1", status: "deleted" }, context);
    expect(tasks.list()).toMatchObject([{ id: "2", blockedBy: [] }]);
    expect(tasks.remove("1")).toBe(false);
    expect(tasks.create({ subject: "three", description: "" }).id).toBe("3");
  });

  test("E6 that do not exist cannot be shown, and changing one changes nothing", async () => {
    const { context, tasks } = await world("one");
    await expect(call(taskGet, { taskId: "7" }, context)).rejects.toThrow("no task 7");
    const { response, text } = await call(taskUpdate, { taskId: "7" }, context);
    expect(response).toMatchObject({ success: false, updatedFields: [] });
    expect(text).toBe("There is no task 7.");
    const related = { taskId: "1", status: "completed", addBlocks: ["7"] };
    await expect(call(taskUpdate, related, context)).rejects.toThrow("no task 7");
    expect(tasks.get("1")?.status).toBe("pending");
  });
});
