import { expect, it } from "vitest";
import { fakeControl } from "../../testing/fake-control.ts";
import { noActions } from "../../testing/render-screen.tsx";
import { readTasksPanel } from "./tasks-panel.ts";

it("T8 lines of a command and of what it printed have a bar, lines of ours do not", async () => {
  const control = fakeControl({
    tasks: () => [{ id: "b1", type: "command", description: "echo a\n… the end of 9 bytes:" }],
    taskOutput: async () => ({
      output: "it has printed nothing yet\n",
      total_bytes: 90,
      truncated: true,
    }),
  } as never);
  const panel = await readTasksPanel(control, noActions);
  expect(panel.items[0]?.note).toBe("echo a …");
  const lines = (await panel.items[0]?.details?.()) ?? [];
  expect(lines.join("\n").split("\n")).toEqual([
    "$ echo a",
    "│ … the end of 9 bytes:",
    "… the end of 90 bytes:",
    "│ it has printed nothing yet",
  ]);
});
