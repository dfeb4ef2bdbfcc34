import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folders, permissionsIn } from "./testing.ts";

const place = folders();
const line = "touch TOUCHED && echo PRINTED";

describe("G1 what a refusal names", () => {
  it("G1 a deny rule: the tool and the whole command", async () => {
    const { bash } = permissionsIn(place, { permissions: { deny: ["Bash(touch:*)"] } });
    expect(await bash(line)).toEqual({
      deny: `A permission rule denies this call of Bash: ${line}`,
    });
  });

  it.each([
    ["not a command line", "echo 'x"],
    ["too long", `echo ${"x".repeat(200_000)}`],
    ["too intricate", `echo ${"{".repeat(10_000)}`],
  ])("G1 a command that is %s: says so, and names only its beginning", async (_, command) => {
    const { bash } = permissionsIn(place, { permissions: { deny: ["Bash(touch:*)"] } });
    const answer = JSON.stringify(await bash(command));
    expect(answer).toContain("cannot be parsed");
    expect(answer).toContain("Bash(touch:*) could deny it");
    expect(answer.length).toBeLessThan(600);
  });

  it("G1 a deny rule: only the beginning of a very long command", async () => {
    const { bash } = permissionsIn(place, { permissions: { deny: ["Bash(touch:*)"] } });
    const answer = JSON.stringify(await bash(`touch ${"x".repeat(100_000)}`));
    expect(answer).toContain("A permission rule denies this call of Bash: touch xxx");
    expect(answer.length).toBeLessThan(3000);
  });

  it.each(["git -C . diff", "sort -T . list", "tar cf - ."])(
    "T5 a command that gets a folder with settings: says only that it could change them: %s",
    async (command) => {
      const { bash } = permissionsIn(place, { permissions: { allow: ["Bash"] } });
      expect(JSON.stringify(await bash(command))).toContain("Bash could change ");
    },
  );

  it("T5 a command that gets a folder: names settings that exist, or says that they do not", async () => {
    const permissions = { allow: ["Bash"] };
    const without = await permissionsIn(folders(), { permissions }).bash("git upload-pack .");
    expect(JSON.stringify(without)).toContain("settings.json (not there yet), which");
    const other = folders({ "project/.claude/settings.local.json": "{}" });
    const answer = await permissionsIn(other, { permissions }).bash("git upload-pack .");
    expect(JSON.stringify(answer)).toContain(".claude/settings.local.json, which");
  });

  it("G1 a deny rule: the path of a file tool", async () => {
    const { judge } = permissionsIn(place, { permissions: { deny: ["Edit"] } });
    const file_path = join(place.project, "a");
    expect(await judge("Write", { file_path, content: "CONTENT" })).toEqual({
      deny: `A permission rule denies this call of Write: ${file_path}`,
    });
  });

  it.each([
    [line, ["touch TOUCHED"]],
    ["ls; rm A B; echo C; mv D E", ["rm A B", "mv D E"]],
    ["rm A; rm A", ["rm A"]],
    ["for f in A; do rm $f; done", ["rm $f"]],
    ["echo PRINTED $(rm A)", ["echo PRINTED $(rm A)"]],
    ["npm test && rm A", ["rm A"]],
    ["echo A > B; ls", ["echo A > B"]],
    ["{ ls; } > B", ["{ ls; } > B"]],
    ["touch 'A", ["touch 'A"]],
    ["cd sub && git status", ["cd sub", "git status"]],
    ["X=1; npm test", ["X=1"]],
    ["", [""]],
  ])("G1 no rule allows %s: names only %j", async (command, needed) => {
    const { bash } = permissionsIn(place, { permissions: { allow: ["Bash(npm test)"] } });
    expect(await bash(command)).toEqual({
      question: `No permission rule allows Bash: ${needed.join("; ")} (no one is available to approve it)`,
    });
  });

  it("G1 no rule allows an edit: names its path and nothing of its content", async () => {
    const { judge } = permissionsIn(place, { headless: false });
    const file_path = join(place.project, "a");
    expect(await judge("Write", { file_path, content: "CONTENT" })).toEqual({
      question: `No permission rule allows Write: ${file_path} (it was not approved)`,
    });
  });

  it.each([
    ["an ask rule", "default", { ask: ["Bash(touch TOUCHED)"] }],
    ["an ask rule in dontAsk", "dontAsk", { ask: ["Bash(touch TOUCHED)"] }],
    ["dontAsk", "dontAsk", {}],
    ["plan", "plan", {}],
  ] as const)("G1 %s: no part of the input", async (_, mode, permissions) => {
    const { bash } = permissionsIn(place, { mode, permissions });
    // The rule is for the user, who wrote it.
    const { rule: _rule, ...forModel } = Object(await bash(line));
    const answer = JSON.stringify(forModel);
    expect(answer).toContain("Bash");
    expect(answer).not.toMatch(/TOUCHED|PRINTED|touch|echo/);
  });
});
