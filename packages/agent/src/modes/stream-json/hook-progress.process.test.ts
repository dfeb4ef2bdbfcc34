import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { profiles } from "@snaphook/protocol";
import { expect, it } from "vitest";
import { newFolders, play } from "../../loop/testing/play.ts";
import { hookRecords } from "./hook-records.ts";

it("U3 hook_progress has what a long hook has printed so far, between its start and its end", async () => {
  const folders = newFolders();
  const command = "echo half; until test -e go; do sleep 0.05; done; echo rest";
  const { events } = await play({
    in: folders,
    hooks: { UserPromptSubmit: [] },
    userSettings: { hooks: { UserPromptSubmit: [{ hooks: [{ type: "command", command }] }] } },
    emit(event) {
      if (event.type === "hook" && event.progress.type === "run-output")
        writeFileSync(join(folders.cwd, "go"), "");
    },
  });
  const records = (includeHookEvents: boolean) =>
    events.flatMap((event) =>
      event.type === "hook" && event.progress.event === "UserPromptSubmit"
        ? hookRecords(event.progress, { profile: profiles.reference, includeHookEvents })
        : [],
    );
  const shown = records(true);
  expect(shown.map(({ subtype }) => subtype)).toEqual([
    "hook_started",
    "hook_progress",
    "hook_response",
  ]);
  expect(shown[1]).toEqual({
    type: "system",
    subtype: "hook_progress",
    hook_id: shown[0]?.["hook_id"],
    hook_name: "UserPromptSubmit",
    hook_event: "UserPromptSubmit",
    output: "half\n",
    stdout: "half\n",
    stderr: "",
  });
  expect(records(false)).toEqual([]);
});
