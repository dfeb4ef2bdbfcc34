import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Gives the whole run one temporary folder, which is also its home: tests need not clean up, and never see the user's own hooks. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "tests-"));
  process.env["TMPDIR"] = folder;
  process.env["HOME"] = folder;
  // Processes that tests start from the sources share compiled code: without it each takes three times as long to start.
  process.env["NODE_COMPILE_CACHE"] = join(folder, "compile-cache");
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
