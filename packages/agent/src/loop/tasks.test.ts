import { describe, expect, it } from "vitest";
import { type Play, play } from "./testing/play.ts";

const create = { tool: "TaskCreate", input: { subject: "Write", description: "All of it" } };
const update = (status: string, taskId = "1") => ({
  tool: "TaskUpdate",
  input: { taskId, status },
});
const list = { tool: "TaskList", input: {} };
const exiting = (event: string, command: string) => ({
  hooks: { [event]: [{ hooks: [{ type: "command", command }] }] },
});
const playTasks = (calls: readonly object[], more: Play = {}) =>
  play({ script: [...calls.map((call) => [call]), ["done"]], ...more });

describe("task events", () => {
  it("E12 E18 the task tools fire TaskCreated and TaskCompleted, with the task", async () => {
    const { hookInputs } = await playTasks([create, update("in_progress"), update("completed")]);
    const about = hookInputs.filter((input) => "task_id" in input);
    const task = { task_id: "1", task_subject: "Write", task_description: "All of it" };
    expect(about).toMatchObject([
      { hook_event_name: "TaskCreated", ...task },
      { hook_event_name: "TaskCompleted", ...task },
    ]);
  });

  it("E12 exit 2 on TaskCompleted leaves the task as it is, and the model reads why", async () => {
    const { newTexts, firedEvents, requests } = await playTasks(
      [create, update("completed"), list],
      {
        userSettings: exiting("TaskCompleted", "echo no tests >&2; exit 2"),
      },
    );
    expect(newTexts[2]?.join()).toContain("no tests");
    expect(newTexts[3]).toEqual(["1. Write: pending"]);
    expect(firedEvents).not.toContain("PostToolUseFailure");
    expect(JSON.stringify(requests.at(-1)?.messages)).not.toContain("is_error");
  });

  it("exit 2 on TaskCreated removes the task and fails the call", async () => {
    const { newTexts, firedEvents } = await playTasks([create, list], {
      userSettings: exiting("TaskCreated", "echo too vague >&2; exit 2"),
    });
    expect(newTexts[1]?.join()).toContain("too vague");
    expect(newTexts[2]).toEqual(["There are no tasks."]);
    expect(firedEvents).toContain("PostToolUseFailure");
  });

  it("E12 F4 two refusals are both delivered", async () => {
    const hooks = ["one", "two"].map((text) => ({
      type: "command",
      command: `echo ${text} >&2; exit 2`,
    }));
    const { newTexts } = await playTasks([create, update("completed")], {
      userSettings: { hooks: { TaskCompleted: [{ hooks }] } },
    });
    expect(newTexts[2]?.join()).toMatch(/one.*two/s);
  });

  it.each([
    ["a task that is already completed", [create, update("completed"), update("completed")], 1],
    ["another status", [create, update("in_progress"), update("pending"), update("deleted")], 0],
    ["an unknown id", [update("completed", "99")], 0],
  ])("E12 %s fires no further TaskCompleted", async (_what, calls, times) => {
    const { firedEvents } = await playTasks(calls);
    expect(firedEvents.filter((event) => event === "TaskCompleted")).toHaveLength(times);
  });
});
