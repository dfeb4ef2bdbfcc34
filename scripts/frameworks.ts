// npm run frameworks: installs the frameworks that adapters are tested with, and checks that the adapters fit their types.
// They have their own folder and lock file, because no package of ours depends on them.
import { spawnSync } from "node:child_process";
import { frameworksFolder } from "./frameworks-installed.ts";

for (const command of [
  `npm ci --prefix ${frameworksFolder} --workspaces=false`,
  `tsc -p ${frameworksFolder}`,
]) {
  const { status } = spawnSync(command, { shell: true, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
