import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import cli from "../../packages/cli/package.json" with { type: "json" };
import { bundleVariable, installed } from "./tested.ts";

/**
 * Bundles the command from its sources and lets everything start the bundle from here on: it starts several times
 * as fast as the sources. Does nothing where the packed command is tested, or if there is a bundle already. Returns
 * what removes the bundle.
 */
export function bundleCommand(): () => void {
  if (installed || process.env[bundleVariable] !== undefined) return () => {};
  const folder = mkdtempSync(join(tmpdir(), "command-"));
  const build = ["--filter", "packages/cli", "--out-dir", folder];
  execFileSync("npm", ["exec", "--", "tsdown", ...build], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  // Tests run the command in new homes, where its own cache of compiled code is always empty.
  const start = join(folder, "start.mjs");
  writeFileSync(
    start,
    `import { enableCompileCache } from "node:module";
enableCompileCache(${JSON.stringify(join(folder, "compile-cache"))});
await import("./${cli.name}.mjs");
`,
  );
  process.env[bundleVariable] = start;
  return () => rmSync(folder, { recursive: true, force: true });
}
