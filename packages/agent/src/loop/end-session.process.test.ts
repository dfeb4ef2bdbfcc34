import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { heldClock } from "../../../../scripts/testing/held-clock.ts";
import { newFolders, play } from "./testing/play.ts";

const inBackground = (command: string) => ({
  hooks: { Stop: [{ hooks: [{ type: "command", command, async: true }] }] },
});

it("P12 a background hook of the last Stop does what is short before it is ended", async () => {
  const { cwd, events } = await play({
    userSettings: inBackground("touch begun"),
    clock: heldClock(),
  });
  expect(existsSync(join(cwd, "begun"))).toBe(true);
  expect(events.filter(({ type }) => type === "notice")).toEqual([]);
});

it("P12 one that takes longer than 200 ms is ended with the session, and the user is told", async () => {
  const [clock, folders] = [heldClock(), newFolders()];
  const has = (name: string) => existsSync(join(folders.cwd, name));
  const ended = vi.fn();
  const playing = play({
    userSettings: inBackground("touch begun; sleep 600; touch over"),
    in: folders,
    clock,
  }).finally(ended);
  await clock.awaited(200);
  await vi.waitUntil(() => has("begun"), 30_000);
  await clock.pass(199);
  expect(ended).not.toHaveBeenCalled();
  await clock.pass(1);
  clock.release();
  const { events } = await playing;
  expect(has("over")).toBe(false);
  expect(events).toContainEqual(
    expect.objectContaining({ type: "notice", text: expect.stringContaining("was still running") }),
  );
});

const endings: readonly (readonly [string, string, string])[] = [
  ["fails", "echo broken >&2; exit 1", "exit 1: broken"],
  [
    "has a text for the model",
    `echo '{"hookSpecificOutput": {"hookEventName": "Stop", "additionalContext": "x"}}'`,
    "the model did not read its text",
  ],
];
it.each(endings)(
  "P12 a background hook of the last Stop that %s is reported once",
  async (_what, command, text) => {
    const { events } = await play({ userSettings: inBackground(command), clock: heldClock() });
    const notices = events.flatMap((event) => (event.type === "notice" ? [event.text] : []));
    expect(notices).toEqual([expect.stringContaining(text)]);
  },
);

it("P12 a background hook that was ended at its limit is not reported again at the end", async () => {
  const { events } = await play({
    userSettings: {
      hooks: {
        SessionStart: [
          { hooks: [{ type: "command", command: "sleep 600", async: true, timeout: 0.05 }] },
        ],
        Stop: [{ hooks: [{ type: "command", command: "sleep 0.3" }] }],
      },
    },
  });
  const notices = events.flatMap((event) => (event.type === "notice" ? [event.text] : []));
  expect(notices).toEqual([expect.stringMatching(/^sleep 600: no answer within 0\.05 s/)]);
});

it("P12 a background command that is ended with the session is reported", async () => {
  const start = { command: "sleep 600", run_in_background: true };
  const { events } = await play({ script: [[{ tool: "Bash", input: start }], ["done"]] });
  const notices = events.flatMap((event) => (event.type === "notice" ? [event.text] : []));
  expect(notices).toEqual([
    expect.stringMatching(/^the background command sleep 600 was still running and was ended/),
  ]);
});

it("E16 a hook of StopFailure that is ended with the session is recorded before the transcript is closed", async () => {
  const { events } = await play({
    script: [{ error: { status: 400, message: "no" } }, { error: { status: 400, message: "no" } }],
    userSettings: {
      hooks: { StopFailure: [{ hooks: [{ type: "command", command: "sleep 600" }] }] },
    },
  });
  const notices = events.flatMap((event) => (event.type === "notice" ? [event.text] : []));
  expect(notices.filter((text) => text.includes("transcript"))).toEqual([]);
  expect(events).toContainEqual(
    expect.objectContaining({
      type: "outcome",
      outcome: expect.objectContaining({ event: "StopFailure" }),
    }),
  );
});
