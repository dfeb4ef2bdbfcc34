import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";

const script = join(import.meta.dirname, "../../../scripts/interrupt-run.ts");

it("P13 G7 SIGINT at random moments ends a session with subagents cleanly, and leaves no process", {
  timeout: 120_000,
}, async () => {
  const args = ["--conditions=workspace-source", script, "--times", "3", "--seed", "5"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  const [printed, problems, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.on("close", resolve)),
  ]);
  expect({ problems, code }, printed).toEqual({ problems: "", code: 0 });
});
