import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
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

/** A project of Envoy whose hook keeps its input, and a run of the command in it. */
function inEnvoy(...args: string[]) {
  const base = mkdtempSync(join(tmpdir(), "envoy-"));
  const entry = { matcher: "^filesystem_write_file$", command: "tee received" };
  for (const folder of ["home", "home/.claude"]) mkdirSync(join(base, folder));
  writeFileSync(
    join(base, "home/.claude/settings.json"),
    JSON.stringify({ hooks: { PostToolUse: [entry] } }),
  );
  const [program, ...first] = command();
  const { stdout } = spawnSync(program, [...first, ...args, "--profile", "envoy", "--json"], {
    cwd: base,
    env: { PATH: path, HOME: join(base, "home") },
    encoding: "utf8",
  });
  return { report: JSON.parse(stdout), base };
}

it.each(["Write", "filesystem_write_file"])(
  "V11 explain and run know the tool %s as the agent's hooks do",
  (tool) => {
    const explained = inEnvoy("explain", "PostToolUse", "--tool", tool);
    expect(explained.report.hooks).toMatchObject([{ state: "would-run" }]);
    const input = JSON.stringify({ file_path: "/letter", content: "Dear Ada" });
    const { report, base } = inEnvoy("run", "PostToolUse", "--tool", tool, "--input", input);
    expect(report.input).toMatchObject({
      tool_name: "filesystem_write_file",
      tool_input: { path: "/letter", content: "Dear Ada" },
    });
    expect(JSON.parse(readFileSync(join(base, "received"), "utf8"))).toMatchObject({
      tool_input: { path: "/letter" },
    });
  },
);
