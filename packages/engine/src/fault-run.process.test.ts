import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";

const script = join(import.meta.dirname, "../../../scripts/fault-run.ts");

it("P9 P10 P13 hooks that crash, hang, flood and fork at random return in time and leave nothing", async () => {
  const args = ["--conditions=workspace-source", script, "--dispatches", "60", "--seed", "7"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  const [printed, problems, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.on("close", resolve)),
  ]);
  expect({ problems, code }, printed).toEqual({ problems: "", code: 0 });
});
