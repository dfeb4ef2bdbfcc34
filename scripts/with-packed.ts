// npm run packed -- COMMAND …: builds, packs and installs all packages in an empty folder, and runs a command with a
// variable that tells tests where they are. If the variable is already set, its folder is kept and used again.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folderVariable, install, isInstalled } from "./packed/install.ts";

const [program = "true", ...args] = process.argv.slice(2);
const kept = process.env[folderVariable];
const base = kept ?? mkdtempSync(join(tmpdir(), "packed-"));

try {
  if (!isInstalled(base)) {
    run("npm", ["run", "build"]);
    install(base);
  }
  run(program, args);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  if (kept === undefined) rmSync(base, { recursive: true, force: true });
}

function run(command: string, words: readonly string[]): void {
  const env = { ...process.env, [folderVariable]: base };
  const { status, error } = spawnSync(command, words, { stdio: "inherit", env });
  if (status !== 0) throw error ?? new Error(`${command} ended with ${status}`);
}
