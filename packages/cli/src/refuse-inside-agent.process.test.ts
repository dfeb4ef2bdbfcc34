import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brand } from "@snaphook/protocol";
import { expect, it } from "vitest";
import * as tested from "../../../scripts/packed/tested.ts";

it("T5 commands that an agent or a hook starts cannot trust or disable anything", () => {
  const home = mkdtempSync(join(tmpdir(), "in-run-"));
  const project = join(home, "project");
  mkdirSync(join(project, ".claude"), { recursive: true });
  const hooks = { Stop: [{ hooks: [{ type: "command", command: "true" }] }] };
  writeFileSync(join(project, ".claude/settings.json"), JSON.stringify({ hooks }));
  const [program, ...words] = tested.command();
  const run = (args: readonly string[], more: Readonly<Record<string, string>>) =>
    spawnSync(program, [...words, ...args], {
      cwd: project,
      encoding: "utf8",
      env: { PATH: process.env["PATH"], HOME: home, ...more },
    });
  const inside = { [`${brand.environmentPrefix}RUN`]: "x" };
  for (const args of [
    ["trust", "--all"],
    ["hooks", "disable", "x"],
  ])
    expect(run(args, inside)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("run it in your own terminal"),
    });
  for (const file of ["trust.json", "toggles.json"])
    expect(existsSync(join(home, brand.homeFolder, file))).toBe(false);
  expect(run(["trust"], inside).status).toBe(0);
  expect(run(["trust", "--all"], {}).status).toBe(0);
});
