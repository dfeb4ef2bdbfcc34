import { chmodSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { createScriptReader } from "./script-reader.ts";
import { folderWith, subjectOf } from "./testing.ts";

async function dataOf(command: string, handler: object = { type: "command", command }) {
  const root = folderWith({
    "log.sh": 'cat >> "$1"\n',
    "loads.sh": '. "$CLAUDE_PROJECT_DIR"/rules\n',
    "check.py": "",
    "begins-as-script": "#!/bin/sh\n",
    program: "",
    rules: "",
    "a.log": "",
  });
  chmodSync(join(root, "program"), 0o755);
  const subject = subjectOf(root, command, { handler: { ...handler } });
  const found = await createScriptReader({ projectDirectory: root }).dataOf(subject);
  return found.map((path) => relative(root, path));
}

describe("data that a command hands to its script", () => {
  it.each([
    "./log.sh a.log",
    '"$CLAUDE_PROJECT_DIR"/log.sh "$CLAUDE_PROJECT_DIR"/a.log',
    "bash log.sh a.log",
    "python3.12 check.py a.log",
    "if true; then ./log.sh a.log; fi",
  ])("T5 %s", async (command) => {
    expect(await dataOf(command)).toEqual(["a.log"]);
  });

  it("T5 in the form with arguments", async () => {
    const handler = { type: "command", command: "./log.sh", args: ["a.log"] };
    expect(await dataOf("", handler)).toEqual(["a.log"]);
  });

  it.each([
    "./log.sh check.py", // the name of a script
    "./log.sh begins-as-script",
    "./log.sh ./program", // may be executed
    "./loads.sh rules", // the script loads it
    "./log.sh rules; . ./rules", // so does the command
    "bash rules", // the script itself
    "bash -x rules", // a flag may have a value
    "node --require rules log.sh",
    "env rules", // a program that starts others
    "/usr/bin/env rules",
    "flock a.log rules",
    "./log.sh < rules", // input that decides
    "BASH_ENV=rules ./log.sh",
    "./log.sh; for one in rules; do . ./$one; done",
    "./log.sh 'unclosed rules",
  ])("T5 nothing that may run or decide: %s", async (command) => {
    expect(await dataOf(command)).toEqual([]);
  });
});
