import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { AgentSession } from "./agent-session.ts";
import { newFolders, play } from "./testing/play.ts";

const guard = (timeout: number) =>
  JSON.stringify({
    hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "true", timeout }] }] },
  });

/** Writes the project's settings one after the other; the user applies each, and trusts what `trusts` says. */
async function changes(texts: readonly string[], trusts: readonly boolean[]) {
  const folders = newFolders();
  const file = join(folders.cwd, ".claude/settings.json");
  let open: AgentSession | undefined;
  let reviewed = Promise.withResolvers<void>();
  let count = 0;
  const trustAll = async () => {
    const { trust } = open?.control.hooks() ?? { trust: undefined };
    const subjects = (await trust?.list())?.map(({ subject }) => subject) ?? [];
    await trust?.trust(subjects, { present: trust.knownIds() });
  };
  const { events } = await play({
    in: folders,
    projectSettings: JSON.parse(guard(5)),
    onOpen: (session) => {
      open = session;
    },
    reviewSettings: {
      isApplied: async () => true,
      applied: async () => {
        if (trusts[count++]) await trustAll();
        reviewed.resolve();
      },
    },
    afterPrompts: async () => {
      await trustAll();
      for (const text of texts) {
        reviewed = Promise.withResolvers();
        writeFileSync(file, text);
        await reviewed.promise;
        await open?.prompt("the next prompt waits until the change is decided");
      }
    },
  });
  return events.flatMap((event) =>
    event.type === "notice" && event.text.includes("in effect") && event.text.includes("from now")
      ? event.text
      : [],
  );
}

it("T1 C7 a hook that is put back as it was trusted is in effect, and the session says so", async () => {
  expect(await changes([guard(9), guard(5)], [false, false])).toEqual([
    expect.stringMatching(/^not in effect from now on: PreToolUse true .*until then it refuses/),
    expect.stringMatching(/^in effect from now on: PreToolUse true \(.*settings\.json:1\)$/),
  ]);
});

it("T1 C7 a changed hook that the user trusts in the review is in effect: one line, not that it is not trusted", async () => {
  expect(await changes([guard(9)], [true])).toEqual([
    expect.stringMatching(/^in effect with another definition from now on: PreToolUse true \(/),
  ]);
});

it("C7 a hook that is removed, and one that is added, have a line each", async () => {
  const other = guard(5).replace("true", "other");
  const lines = await changes([other], [true]);
  expect(lines).toEqual([
    expect.stringMatching(/^not in effect from now on: PreToolUse true \(.*no longer configured/),
    expect.stringMatching(/^in effect from now on: PreToolUse other \(/),
  ]);
});
