import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { AgentEvent } from "./agent-event.ts";
import { newFolders, play } from "./testing/play.ts";

const settings = (name: string) => ({
  hooks: { PreToolUse: [{ hooks: [{ type: "command", command: `echo ${name} >> heard` }] }] },
});

/** Changes the user's settings as a menu does, between two prompts; returns the last result and what was said. */
async function changeInMenu(answers: Parameters<typeof play>[0]["answers"] = {}) {
  const folders = newFolders();
  const file = join(folders.home, ".claude/settings.json");
  let applied: readonly string[] = [];
  let events: readonly AgentEvent[] = [];
  const bash = (command: string) => [{ tool: "Bash", input: { command } }];
  const played = await play({
    in: folders,
    userSettings: settings("old"),
    script: [bash("echo one"), ["done"], bash("cat heard"), ["done"]],
    prompts: ["one"],
    answers,
    afterPrompts: async (session) => {
      applied = await session.control.changeFromMenu([file], async () =>
        writeFileSync(file, JSON.stringify(settings("new"))),
      );
      await session.prompt("two");
    },
  });
  events = played.events;
  const heard = played.newTexts.at(-1) ?? [];
  const notices = events.flatMap((event) => (event.type === "notice" ? event.text : []));
  return { file, applied, heard, notices, hookInputs: played.hookInputs };
}

it("C7 U1 a change made in the menu applies at once, also where changes on disk wait for a review", async () => {
  const { file, applied, heard, notices, hookInputs } = await changeInMenu();
  expect(applied).toEqual([file]);
  expect(heard).toEqual(["old\nnew"]);
  expect(notices.filter((text) => text.includes(file))).toEqual([]);
  expect(hookInputs).toContainEqual(
    expect.objectContaining({ hook_event_name: "ConfigChange", file_path: file }),
  );
});

it("E13 U1 a ConfigChange hook can refuse a change made in the menu", async () => {
  const { applied, heard, notices } = await changeInMenu({
    ConfigChange: { decision: "block", reason: "hands off" },
  });
  expect(applied).toEqual([]);
  expect(heard).toEqual(["old\nold"]);
  expect(notices.join("\n")).toContain("a hook refused the change");
});

it("C7 U1 a file with another change that waits for a review is not changed from the menu", async () => {
  const folders = newFolders();
  const file = join(folders.home, ".claude/settings.json");
  let written = false;
  await play({
    in: folders,
    userSettings: settings("old"),
    afterPrompts: async ({ control }) => {
      writeFileSync(file, JSON.stringify(settings("outside")));
      const change = control.changeFromMenu([file], async () => {
        written = true;
      });
      await expect(change).rejects.toThrow(`nothing was written: ${file} has changed on disk`);
    },
  });
  expect(written).toBe(false);
});
