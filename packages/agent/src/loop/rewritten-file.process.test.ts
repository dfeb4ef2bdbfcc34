import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ProfileName } from "@snaphook/protocol";
import { expect, it } from "vitest";
import { type Play, play, userTexts } from "./testing/play.ts";

const write = { tool: "Write", input: { file_path: "a.txt", content: "one\n" } };
const edit = (from: string, to: string) => ({
  tool: "Edit",
  input: { file_path: "a.txt", old_string: from, new_string: to },
});
/** A formatter: it rewrites the file after every call. */
const formatting = (command: string) => ({
  hooks: { PostToolUse: [{ matcher: ".*", hooks: [{ type: "command", command }] }] },
});
const playEdits = (command: string, more: Play = {}) =>
  play({
    script: [[write], [edit("ONE", "two")], ["done"]],
    userSettings: formatting(command),
    ...more,
  });

it.each(["reference", "envoy"] satisfies ProfileName[])(
  "a file that a PostToolUse hook rewrote can be edited at once, and the model reads of it: %s",
  async (profile) => {
    const { cwd, requests } = await playEdits("sh format.sh", {
      profile,
      files: { "format.sh": "tr a-z A-Z < a.txt > b && cat b > a.txt\n" },
    });
    expect(readFileSync(join(cwd, "a.txt"), "utf8")).toBe("TWO\n");
    const texts = userTexts(requests[1]?.messages ?? []).join("\n");
    expect(texts).toContain(`A hook changed ${join(cwd, "a.txt")} after this call`);
    expect(JSON.stringify(requests.at(-1)?.messages)).not.toContain("is_error");
  },
);

it("a file that a hook left alone is not mentioned", async () => {
  const { requests } = await playEdits("true", { script: [[write], ["done"]] });
  expect(JSON.stringify(requests[1]?.messages)).not.toContain("A hook");
});

it("a file that something else changed later is still refused as changed", async () => {
  const touch = { tool: "Bash", input: { command: "echo other > a.txt" } };
  const { cwd, requests } = await playEdits("true", {
    script: [[write], [touch], [edit("other", "two")], ["done"]],
  });
  expect(readFileSync(join(cwd, "a.txt"), "utf8")).toBe("other\n");
  expect(userTexts(requests.at(-1)?.messages ?? []).join()).toContain("has changed since");
});

it("a hook that removes the file is reported too", async () => {
  const { requests } = await playEdits("rm -f a.txt", { script: [[write], ["done"]] });
  expect(userTexts(requests[1]?.messages ?? []).join()).toContain("A hook removed");
});
