import { expect, it } from "vitest";
import { play, userTexts } from "./testing/play.ts";

const inBackground = (command: string) => ({
  tool: "Bash",
  input: { command, description: "a build", run_in_background: true },
});

/** Takes the turns that follow the last prompt, as a headless run does. */
const untilDone: NonNullable<Parameters<typeof play>[0]["afterPrompts"]> = async (session) => {
  while (await session.waitForAgents({ isLast: true })) await session.reportAgents();
};

it("P12 E10 a command in the background is in Stop's background_tasks, and its end begins a turn", async () => {
  const { hookInputs, requests, events } = await play({
    script: [[inBackground("sleep 0.4; echo built; exit 3")], ["waiting"], ["seen"]],
    afterPrompts: untilDone,
  });
  const stops = hookInputs.filter((input) => input["hook_event_name"] === "Stop");
  expect(stops.map((input) => input["background_tasks"])).toEqual([
    [
      {
        id: expect.stringMatching(/^command-/),
        type: "shell",
        status: "running",
        command: "sleep 0.4; echo built; exit 3",
        description: "a build",
      },
    ],
    [],
  ]);
  const text = userTexts(requests.at(-1)?.messages ?? []).at(-1);
  expect(text).toMatch(
    /^<task-notification>\nThis message is not from the user\. The background command command-\w+ \(a build\) has ended\. Exit code 3\. What it printed is in \//,
  );
  expect(hookInputs).toContainEqual(
    expect.objectContaining({ hook_event_name: "UserPromptSubmit", prompt: text }),
  );
  expect(events.filter(({ type }) => type === "result")).toHaveLength(2);
});

it("P13 a server is not waited for: after 3 s without an end the session ends, and the command with it", async () => {
  const { events } = await play({
    script: [[inBackground("sleep 600")], ["started"]],
    afterPrompts: untilDone,
  });
  expect(events).toContainEqual(
    expect.objectContaining({
      type: "notice",
      text: expect.stringContaining("sleep 600 was still running and was ended with the session"),
    }),
  );
});
