import { linkSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { permissionModes } from "../permissions.ts";
import { folders, kindOf, permissionsIn } from "../testing.ts";

function guarded() {
  const place = folders({
    "project/.claude/settings.json": "{}",
    "project/.claude/hooks/guard.sh": "exit 2",
    "project/src/a.ts": "",
    ".product/trust.json": "{}",
    ".product/sessions/one.jsonl": "",
    "dotfiles/settings.json": "{}",
  });
  const guard = join(place.project, ".claude/hooks/guard.sh");
  const inProject = (...names: string[]) => join(place.project, ...names);
  return { place, guard, inProject, options: { protectedFiles: () => [guard] } };
}

describe("T5 settings files and trusted scripts, by path", () => {
  const { place, guard, inProject, options } = guarded();
  symlinkSync(inProject(".claude/settings.json"), inProject("innocent.json"));
  symlinkSync(inProject(".claude"), inProject("folder"));
  symlinkSync(inProject(".claude/settings.local.json"), inProject("not-there-yet.json"));
  symlinkSync("loop-b", inProject("loop-a"));
  symlinkSync("loop-a", inProject("loop-b"));
  linkSync(inProject(".claude/settings.json"), inProject("hard.json"));

  const protectedPaths = [
    ["the project's settings", inProject(".claude/settings.json")],
    ["local settings that do not exist yet", inProject(".claude/settings.local.json")],
    [
      "the user's settings, whose folder does not exist yet",
      join(place.home, ".claude/settings.json"),
    ],
    ["a trusted script", guard],
    ["a path with ..", `${place.project}/src/../.claude/./settings.json`],
    ["a link", inProject("innocent.json")],
    ["a link to what is not there yet", inProject("not-there-yet.json")],
    ["a link to the folder", inProject("folder/settings.json")],
    ["a hard link", inProject("hard.json")],
    ["a new agent, whose front matter may have hooks", inProject(".claude/agents/new.md")],
    ["a new skill", inProject(".claude/skills/new/SKILL.md")],
  ] as const;

  it.each(protectedPaths)(
    "T5 %s: asked in every mode but plan, dontAsk and bypass",
    async (_, path) => {
      const permissions = { allow: ["Edit", "Write"] };
      const answers = permissionModes.map(async (mode) => {
        const { judge } = permissionsIn(place, { ...options, mode, permissions });
        return kindOf(await judge("Write", { file_path: path }));
      });
      expect(await Promise.all(answers)).toEqual(["ask", "deny", "ask", "ask", "deny", "allow"]);
    },
  );

  it.each([
    ["a source file", inProject("src/a.ts")],
    ["a file of the same name elsewhere", inProject("src/settings.json")],
    ["a longer name", inProject("src/settings.json.bak")],
    ["links that lead to each other", inProject("loop-a")],
  ])("T5 %s is not protected", async (_, file_path) => {
    const { judge } = permissionsIn(place, { ...options, mode: "acceptEdits" });
    expect(await judge("Edit", { file_path })).toBe("allow");
  });

  it("T5 settings that are a link: neither the link nor what it leads to", async () => {
    const other = folders({ "dotfiles/settings.json": "{}" });
    mkdirSync(join(other.home, ".claude"));
    symlinkSync(
      join(other.home, "dotfiles/settings.json"),
      join(other.home, ".claude/settings.json"),
    );
    const { judge } = permissionsIn(other, { permissions: { allow: ["Edit"] } });
    for (const path of ["dotfiles/settings.json", ".claude/settings.json"])
      expect(kindOf(await judge("Edit", { file_path: join(other.home, path) }))).toBe("ask");
  });

  it("T5 the question names the file and not the content", async () => {
    const { judge } = permissionsIn(place, options);
    const answer = await judge("Write", {
      file_path: inProject("innocent.json"),
      content: "CONTENT",
    });
    expect(answer).toEqual({ ask: expect.stringContaining(inProject(".claude/settings.json")) });
    expect(JSON.stringify(answer)).not.toContain("CONTENT");
  });
});

describe("T5 the trust store", () => {
  const { place, options } = guarded();
  symlinkSync(join(place.home, ".product"), join(place.project, "out"));

  it.each([
    ".product/trust.json",
    ".product/toggles.json",
    ".product/new",
    ".product/trusted-scripts/x",
    "project/out/trust.json",
  ])("T5 %s can never be changed, in any mode or by any rule", async (path) => {
    for (const mode of permissionModes) {
      const { judge } = permissionsIn(place, {
        ...options,
        mode,
        permissions: { allow: ["Edit"] },
      });
      const answer = await judge("Edit", { file_path: join(place.home, path) });
      expect(kindOf(answer)).toBe("deny");
    }
  });

  it("T5 sessions in the same folder are not part of the trust store", async () => {
    const { judge } = permissionsIn(place, { ...options, mode: "bypassPermissions" });
    const file_path = join(place.home, ".product/sessions/one.jsonl");
    expect(await judge("Edit", { file_path })).toBe("allow");
    expect(await judge("Read", { file_path: join(place.home, ".product/trust.json") })).toBe(
      "allow",
    );
  });
});
