import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Gives the whole run one temporary folder, so that no test has to clean up after itself. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "tests-"));
  process.env["TMPDIR"] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
