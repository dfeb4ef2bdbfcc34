import { readdirSync, readFileSync } from "node:fs";
import { processStartTime } from "./process-start-time.ts";

/** A process that a session started and that outlived it. */
export interface LeftoverProcess {
  readonly pid: number;
  /** Its command line, shortened to one line. */
  readonly command: string;
}

/**
 * Processes that hooks and commands of a session left running when its host was killed. Only the first of
 * each process tree is listed; empty where there is no /proc.
 */
export function leftoverProcesses(sessionId: string): readonly LeftoverProcess[] {
  const ancestors = ancestorsOf(process.pid);
  const pids = numbersIn("/proc").filter(
    (pid) => !ancestors.has(pid) && isOf(pid, sessionId) && processStartTime(pid) !== undefined,
  );
  const found = new Set(pids);
  return pids
    .filter((pid) => !found.has(parentOf(pid)))
    .map((pid) => ({ pid, command: commandOf(pid) }));
}

const isOf = (pid: number, sessionId: string): boolean =>
  read(`/proc/${pid}/environ`).split("\0").includes(`CLAUDE_CODE_SESSION_ID=${sessionId}`);

/** Excluded, because this process may have been started by a hook of the session. */
function ancestorsOf(pid: number): ReadonlySet<number> {
  const found = new Set<number>();
  for (let one = pid; one > 0 && !found.has(one); one = parentOf(one)) found.add(one);
  return found;
}

/** Field 4 of /proc/PID/stat; the name in field 2 may contain anything. 0: there is none. */
function parentOf(pid: number): number {
  const stat = read(`/proc/${pid}/stat`);
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ", 2)[1] ?? 0);
}

const [headLength, tailLength] = [40, 100];

/** A long command line is cut in the middle: our wrapper comes first, the command itself last. */
function commandOf(pid: number): string {
  const text = read(`/proc/${pid}/cmdline`)
    .replaceAll(/[\s\0]+/g, " ")
    .trim();
  if (text.length <= headLength + tailLength) return text;
  return `${text.slice(0, headLength)} … ${text.slice(-tailLength)}`;
}

function numbersIn(folder: string): readonly number[] {
  try {
    return readdirSync(folder).flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
  } catch {
    return [];
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
