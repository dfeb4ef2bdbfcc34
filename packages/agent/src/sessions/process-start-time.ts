import { readFileSync } from "node:fs";
import { errorCode } from "./error-code.ts";

/**
 * When a running process was started; together with the pid this identifies it uniquely. "0" if the system
 * does not say; undefined if no such process is running.
 */
export function processStartTime(pid: number): string | undefined {
  if (process.platform === "linux") return startOnLinux(pid);
  try {
    process.kill(pid, 0);
    return "0";
  } catch (error) {
    // It is running and belongs to another user.
    return errorCode(error) === "EPERM" ? "0" : undefined;
  }
}

/** Field 22 of /proc/PID/stat. The name in field 2 may contain anything, so counting starts after it. */
function startOnLinux(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ", 20);
    const exited = fields[0] === "Z" || fields[0] === "X";
    return exited ? undefined : fields[19];
  } catch {
    return undefined;
  }
}
