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
    const answer = JSON.stringify(await bash(line));
    expect(answer).toContain("Bash");
    expect(answer).not.toMatch(/TOUCHED|PRINTED|touch|echo/);
  });
});
