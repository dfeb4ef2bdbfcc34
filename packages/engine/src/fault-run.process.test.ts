import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";

/** Runs a script to its end; it exits with 1 and says why if something is wrong. */
async function expectGood(script: string, ...options: readonly string[]): Promise<void> {
  const file = join(import.meta.dirname, "../../../scripts", script);
  const args = ["--conditions=workspace-source", file, "--seed", "7", ...options];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  const [printed, problems, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.on("close", resolve)),
  ]);
  expect({ problems, code }, printed).toEqual({ problems: "", code: 0 });
}

it("P9 P10 P13 hooks that crash, hang, flood and fork at random return in time and leave nothing", () =>
  expectGood("fault-run.ts", "--dispatches", "60"));

// Kills of the runner alone are part of `npm run kill-hosts`, which runs without other tests beside it.
it("P13 they leave nothing when their host is killed at random", () =>
  expectGood("kill-hosts.ts", "--dispatches", "60"));
