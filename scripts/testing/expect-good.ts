import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "vitest";

/** Runs one of the scripts to its end; it exits with 1 and says why if something is wrong. */
export async function expectGood(script: string, ...options: readonly string[]): Promise<void> {
  const file = join(import.meta.dirname, "..", script);
  const args = ["--conditions=workspace-source", file, ...options];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  const [printed, problems, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.on("close", resolve)),
  ]);
  expect({ problems, code }, printed).toEqual({ problems: "", code: 0 });
}
