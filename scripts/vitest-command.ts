import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import cli from "../packages/cli/package.json" with { type: "json" };
import { bundleVariable, installed } from "./packed/tested.ts";

/** Bundles the command once for all process tests: it starts four times as fast as from its sources. */
export function setup(): (() => void) | undefined {
  if (installed || process.env[bundleVariable] !== undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "command-"));
  const build = ["--filter", "packages/cli", "--out-dir", folder];
  execFileSync("npm", ["exec", "--", "tsdown", ...build], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  process.env[bundleVariable] = join(folder, `${cli.name}.mjs`);
  return () => rmSync(folder, { recursive: true, force: true });
}
