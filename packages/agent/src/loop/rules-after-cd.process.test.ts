import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Play, play } from "./testing/play.ts";

const files = {
  ".env": "canary-env",
  "secrets/k": "canary-key",
  "a.txt": "before",
  "b.txt": "before",
  "sub/c.txt": "",
};
const rules = ["Read(./.env)", "Read(secrets/**)", "Edit(a.txt)", "Edit(./b.txt)"];
const cd = { tool: "Bash", input: { command: "cd sub" } };
const read = (file_path: string) => ({ tool: "Read", input: { file_path } });
const bash = (command: string) => ({ tool: "Bash", input: { command } });
const edit = (file_path: string) => ({
  tool: "Edit",
  input: { file_path, old_string: "before", new_string: "after" },
});
/** All calls start in `sub`, which no rule is about. */
const calls = [
  [read("../.env")],
  [bash("cat ../.env")],
  [read("../secrets/k")],
  [bash("head ../secrets/*")],
  [read("../a.txt"), read("../b.txt")],
  [edit("../a.txt")],
  [edit("../b.txt")],
  [bash("echo after > ../a.txt")],
];
const search = {
  tool: "Grep",
  input: { pattern: "canary", path: "..", output_mode: "content" },
};
const base: Play = { files, script: [[cd], ...calls, ["done"]], permissionMode: "acceptEdits" };

const sources: Readonly<Record<string, Play>> = {
  "the user": {
    userSettings: { permissions: { deny: rules, allow: ["Bash"] } },
    script: [[cd], [search], ...calls, ["done"]],
  },
  "a project without trust": { projectSettings: { permissions: { deny: rules } } },
  "--disallowedTools": { disallowedTools: rules },
  "the user, as ask rules": { userSettings: { permissions: { ask: rules, allow: ["Bash"] } } },
};

describe("relative rules after cd", () => {
  it.concurrent.each(Object.entries(sources))(
    "M7 rules of %s still hold for the files of the project",
    async (_, source) => {
      const { newTexts, cwd, hookInputs } = await play({ ...base, ...source });
      const stop = hookInputs.find(({ hook_event_name }) => hook_event_name === "Stop");
      expect(stop).toMatchObject({ cwd: join(cwd, "sub") });
      expect(newTexts.flat().join("\n")).not.toContain("canary-");
      for (const file of ["a.txt", "b.txt"])
        expect(readFileSync(join(cwd, file), "utf8")).toBe("before");
    },
  );

  it("M7 M8 a hook with a relative `if` still runs", async () => {
    const guard = { type: "command", command: "echo guarded >&2; exit 2", if: "Edit(./a.txt)" };
    const { newTexts, cwd } = await play({
      files,
      permissionMode: "acceptEdits",
      userSettings: { hooks: { PreToolUse: [{ hooks: [guard] }] } },
      script: [[cd], [read("../a.txt")], [edit("../a.txt")], ["done"]],
    });
    expect(newTexts.at(-1)?.join("\n")).toContain("guarded");
    expect(readFileSync(join(cwd, "a.txt"), "utf8")).toBe("before");
  });

  it("M7 an allow rule does not move with the current directory", async () => {
    const { cwd, result } = await play({
      files: { ...files, "sub/a.txt": "before" },
      permissionMode: "default",
      userSettings: { permissions: { allow: ["Edit(./a.txt)"] } },
      script: [
        [cd],
        [read("a.txt"), read("../a.txt")],
        [edit("a.txt")],
        [edit("../a.txt")],
        ["done"],
      ],
    });
    expect(readFileSync(join(cwd, "sub/a.txt"), "utf8")).toBe("before");
    expect(readFileSync(join(cwd, "a.txt"), "utf8")).toBe("after");
    expect(result.permissionDenials.map(({ tool_name }) => tool_name)).toEqual(["Edit"]);
  });
});
