import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createHooks } from "@snaphook/engine";
import { expect, it } from "vitest";
import { newFolders, play } from "./testing/play.ts";

const settings = {
  hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "echo fired >> heard" }] }] },
};

/** Changes the project's settings and what is trusted, as the menu does; returns the messages of the session. */
async function noticesOfChange(
  before: object,
  after: object,
  settle: (hooks: Awaited<ReturnType<typeof createHooks>>, id: string) => Promise<unknown>,
): Promise<readonly string[]> {
  const { cwd, home } = newFolders();
  const file = join(cwd, ".claude/settings.json");
  mkdirSync(dirname(file), { recursive: true });
  const write = (content: object) => writeFileSync(file, JSON.stringify(content));
  const opened = () => createHooks({ cwd, home, sessionId: "menu" });
  write(settings);
  const first = await opened();
  const [found] = await first.trust.list();
  const id = found?.subject.id ?? "";
  if (before === settings && found)
    await first.trust.trust([found.subject], { present: first.trust.knownIds() });
  await first.close();
  write(before);
  const { events } = await play({
    in: { cwd, home },
    trustProject: false,
    prompts: ["hello"],
    script: [["done"], ["done"]],
    afterPrompts: async ({ control }) => {
      await control.changeFromMenu([file], async () => {
        write(after);
        const hooks = await opened();
        await settle(hooks, id);
        await hooks.close();
      });
    },
  });
  return events.flatMap((event) => (event.type === "notice" ? event.text : []));
}

it("T1 a project hook that the user adds and trusts in the menu is not reported as missing", async () => {
  const notices = await noticesOfChange({}, settings, async ({ trust }) => {
    const subjects = (await trust.list()).map(({ subject }) => subject);
    await trust.trust(subjects, { present: trust.knownIds() });
  });
  expect(notices.filter((text) => text.includes("not in effect"))).toEqual([]);
});

it("T1 a trusted project hook that the user deletes in the menu is not reported as missing", async () => {
  const notices = await noticesOfChange(settings, {}, ({ trust }, id) => trust.distrust([id]));
  expect(notices.filter((text) => text.includes("not in effect"))).toEqual([]);
});
