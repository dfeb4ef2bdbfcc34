import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { newFolders, type Play, play } from "./testing/play.ts";

const guard = { hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "true" }] }] } };

/** A session in which a file is emptied during the first call; the second starts when the change was decided. */
function emptied(file: string, more: Play) {
  const seen = Promise.withResolvers<object>();
  return play({
    profile: "claude-code",
    script: [
      [{ tool: "Bash", input: { command: "echo one" } }],
      [{ tool: "Bash", input: { command: "echo two" } }],
      ["done"],
    ],
    trustProject: true,
    answers: {
      PreToolUse: [
        () => {
          writeFileSync(file, '{"hooks": {}}');
          return {};
        },
        {},
      ],
      PostToolUse: [() => seen.promise, {}],
    },
    emit: (event) => {
      if (event.type === "notice" && event.text.includes("from now on")) seen.resolve({});
    },
    ...more,
  });
}

const noticesOf = ({ events }: Awaited<ReturnType<typeof emptied>>) =>
  events.flatMap((event) => (event.type === "notice" ? event.text : []));

it("T1 C7 a trusted guard whose removal ConfigChange let through is named and does not refuse", async () => {
  const folders = newFolders();
  const file = join(folders.cwd, ".claude/settings.json");
  const played = await emptied(file, { in: folders, projectSettings: guard });
  expect(played.newTexts[2]).toEqual(["two"]);
  expect(noticesOf(played)).toContainEqual(
    expect.stringMatching(
      /^not in effect from now on: PreToolUse true \(.*settings\.json.*\): it was trusted and is no longer configured; to accept that: /,
    ),
  );
});

it("T1 a trusted guard that goes without ConfigChange, as a plugin's does, refuses where it applied", async () => {
  const folders = newFolders();
  const plugin = join(folders.home, "plugin");
  const file = join(plugin, "hooks/hooks.json");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(guard));
  const played = await emptied(file, { in: folders, pluginDirectories: [plugin] });
  expect(played.newTexts[2]?.join()).toContain("was removed from the settings during this session");
  expect(noticesOf(played)).toContainEqual(
    expect.stringMatching(
      /^not in effect from now on: PreToolUse true .*it refuses what it guards$/,
    ),
  );
});

it("C4 T1 hooks that a changed file turns off are named at once", async () => {
  const folders = newFolders();
  const file = join(folders.cwd, ".claude/settings.local.json");
  const answers = {
    PreToolUse: [
      () => {
        writeFileSync(file, '{"disableAllHooks": true}');
        return {};
      },
      {},
    ],
  };
  const seen = Promise.withResolvers<object>();
  const played = await emptied(file, {
    in: folders,
    projectSettings: guard,
    answers: { ...answers, PostToolUse: [() => seen.promise, {}] },
    emit: (event) => {
      if (event.type === "notice" && event.text.includes("from now on")) seen.resolve({});
    },
  });
  expect(noticesOf(played)).toContainEqual(
    expect.stringMatching(/^not in effect from now on: PreToolUse true .*disableAllHooks in /),
  );
});
