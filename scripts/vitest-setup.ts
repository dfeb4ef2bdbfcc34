import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Gives the whole run one temporary folder, which is also its home: tests need not clean up, and never see the user's own hooks. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "tests-"));
  process.env["TMPDIR"] = folder;
  process.env["HOME"] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
