import { execFile } from "node:child_process";
import { type FoundBubblewrap, findBubblewrap } from "./find-bubblewrap.ts";

/**
 * What every sandbox has: no capabilities, so that nothing can be unmounted; its own processes, so that no
 * other one can be reached through /proc; no devices but the harmless ones, because a disk could be written
 * directly; and it ends with its parent.
 */
export const sandboxOptions: readonly string[] = [
  ...["--unshare-user", "--unshare-pid", "--cap-drop", "ALL", "--die-with-parent"],
];

/** What is mounted over the file system of the host in every sandbox. */
export const systemMounts: readonly string[] = [
  ...["--dev", "/dev", "--bind-try", "/dev/shm", "/dev/shm", "--proc", "/proc"],
  // Some files there make the kernel start a program outside, and root may write them even without capabilities.
  ...["/sys", "/proc/sys", "/proc/sysrq-trigger"].flatMap((path) => ["--ro-bind-try", path, path]),
];

const limitMs = 2000;
const trials = new Map<string, Promise<FoundBubblewrap>>();

/** Whether bubblewrap works here: found out by running it, once for this process. */
export function tryBubblewrap(
  choice: Parameters<typeof findBubblewrap>[0],
): Promise<FoundBubblewrap> {
  const found = findBubblewrap(choice);
  if (found.program === undefined) return Promise.resolve(found);
  const trial = trials.get(found.program) ?? run(found.program);
  trials.set(found.program, trial);
  return trial;
}

function run(program: string): Promise<FoundBubblewrap> {
  const args = [...sandboxOptions, "--bind", "/", "/", ...systemMounts, "--", "/bin/sh", "-c", ":"];
  return new Promise((resolve) => {
    execFile(program, args, { timeout: limitMs, cwd: "/", env: {} }, (error, _stdout, stderr) => {
      const why = stderr.trim().split("\n")[0] || error?.message;
      resolve(error ? { because: `${program} does not work here: ${why}` } : { program });
    });
  });
}
