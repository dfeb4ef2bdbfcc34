// node scripts/with-bundle.ts COMMAND …: bundles the command from its sources, and runs a command that starts the bundle.
import { spawnSync } from "node:child_process";
import { bundleCommand } from "./packed/bundle-command.ts";

const [program = "true", ...args] = process.argv.slice(2);
const remove = bundleCommand();
try {
  const { status, error } = spawnSync(program, args, { stdio: "inherit" });
  if (error) throw error;
  process.exitCode = status ?? 1;
} finally {
  remove();
}
