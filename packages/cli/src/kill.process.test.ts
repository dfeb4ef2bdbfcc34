import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";

const script = join(import.meta.dirname, "../../../scripts/kill-run.ts");

it("G9 P13 sessions killed with SIGKILL at random moments are readable, lose nothing and can be continued", {
  timeout: 240_000,
}, async () => {
  const args = ["--conditions=workspace-source", script, "--times", "10", "--seed", "7"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  const [printed, problems, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.on("close", resolve)),
  ]);
  expect({ problems, code }, printed).toEqual({ problems: "", code: 0 });
});
