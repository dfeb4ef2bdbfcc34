import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { command, path } from "../../../scripts/packed/tested.ts";

/** Says under which profile the command explains, as user and project settings choose it. */
function profileOf(
  chosen: { readonly user?: string; readonly project?: string },
  ...flags: string[]
) {
  const base = mkdtempSync(join(tmpdir(), "profile-choice-"));
  for (const [folder, hookProfile] of [
    ["home", chosen.user],
    ["project", chosen.project],
  ] as const) {
    mkdirSync(join(base, folder, ".claude"), { recursive: true });
    writeFileSync(join(base, folder, ".claude/settings.json"), JSON.stringify({ hookProfile }));
  }
  const [program, ...args] = command();
  const { stdout } = spawnSync(program, [...args, "explain", "Stop", "--json", ...flags], {
    cwd: join(base, "project"),
    env: { PATH: path, HOME: join(base, "home") },
    encoding: "utf8",
  });
  return JSON.parse(stdout).profile;
}

it("Q2 the profile comes from the flag, then from user settings, and never from project settings", () => {
  expect(profileOf({})).toBe("reference");
  expect(profileOf({ project: "envoy" })).toBe("reference");
  expect(profileOf({ user: "envoy" })).toBe("envoy");
  expect(profileOf({ user: "envoy" }, "--profile", "claude-code")).toBe("claude-code@2.1.325");
});
