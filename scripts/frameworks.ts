// npm run frameworks: installs the frameworks that adapters and their examples are for, checks that both fit their types,
// and tests both. They have their own folder and lock file, because no package of ours depends on them.
import { spawnSync } from "node:child_process";
import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { adaptersFolder, frameworksFolder, installedFrameworks } from "./frameworks-installed.ts";

run(`npm ci --prefix ${frameworksFolder} --workspaces=false`);
// The tests of the adapters use what the examples use.
const link = join(adaptersFolder, "node_modules");
rmSync(link, { recursive: true, force: true });
symlinkSync(installedFrameworks, link);
run(`tsc -p ${frameworksFolder}`);
run(`tsc -p ${adaptersFolder}`);
run("TEST_FRAMEWORKS=1 vitest run --project frameworks");

function run(command: string): void {
  const { status } = spawnSync(command, { shell: true, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
