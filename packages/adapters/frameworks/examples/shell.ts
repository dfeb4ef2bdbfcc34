import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Runs a command in a folder. */
export async function shell(command: string, cwd: string): Promise<string> {
  const { stdout } = await promisify(execFile)("sh", ["-c", command], { cwd });
  return stdout;
}
