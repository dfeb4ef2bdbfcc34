import { existsSync, readdirSync, readlinkSync } from "node:fs";
import { readProcFile as read } from "./proc-file.ts";
import { type Birth, isInRange, type PidRange, pidsSince } from "./recent-pids.ts";

/** One process, as /proc shows it. */
export interface ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** Clock ticks since the system started; together with the pid it identifies a process. */
  readonly started: number;
  /** A signal has stopped it. */
  readonly isStopped: boolean;
  /** It has exited, and its parent has not waited for it. */
  readonly isZombie: boolean;
}

/** Up to so many pids, trying each of them is faster than listing all processes. */
const maxTried = 2000;

/**
 * The processes that were started since the oldest of some others, and that one; all current ones if it is
 * not known which pids they can have. `undefined` if there is no /proc.
 */
export function readProcessTable(
  since: readonly (Birth | undefined)[] = [undefined],
): readonly ProcessFacts[] | undefined {
  const pids = candidates(pidsSince(since));
  return pids?.flatMap((pid) => factsOf(pid) ?? []);
}

function candidates(range: PidRange | undefined): readonly number[] | undefined {
  if (range && range.first <= range.last && range.last - range.first < maxTried) {
    const tried = Array.from({ length: range.last - range.first + 1 }, (_, at) => range.first + at);
    return tried.filter((pid) => existsSync(`/proc/${pid}/stat`));
  }
  try {
    const listed = readdirSync("/proc").map(Number).filter(Number.isInteger);
    return range ? listed.filter((pid) => isInRange(pid, range)) : listed;
  } catch {
    return undefined;
  }
}

/** Fields of /proc/PID/stat after the name, which may contain anything; the first of them is field 3. */
export function factsOf(pid: number): ProcessFacts | undefined {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === "") return undefined;
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ", 20);
  const [state, parent, group, session] = fields;
  return {
    pid,
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    started: Number(fields[19]),
    isStopped: state === "T",
    // The first thread may end before the others; then the process is still alive.
    isZombie: (state === "Z" || state === "X") && Number(fields[17]) <= 1,
  };
}

/** Whether a process runs; a zombie does not. */
export function isRunning(pid: number): boolean {
  if (process.platform === "linux") return factsOf(pid)?.isZombie === false;
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Whether a variable of a process contained a word when its program started; `undefined` if no variable is known. */
export function hasMarker(pid: number, name: string, word: string): boolean | undefined {
  const environment = read(`/proc/${pid}/environ`);
  if (environment === "") return undefined;
  if (!environment.includes(word)) return false;
  return environment
    .split("\0")
    .some((entry) => entry.startsWith(`${name}=`) && entry.slice(name.length + 1).includes(word));
}

/** The command line of a process. */
export const commandOf = (pid: number): string =>
  read(`/proc/${pid}/cmdline`).replaceAll("\0", " ").trim() || "gone";

/** The working directory of a process, without links; `undefined` if it is gone or must not be read. */
export const folderOf = (pid: number): string | undefined => targetOf(`/proc/${pid}/cwd`);

/** What standard output and error of a process lead to, as /proc names it. */
export const outputsOf = (pid: number): readonly string[] =>
  [1, 2].flatMap((descriptor) => targetOf(`/proc/${pid}/fd/${descriptor}`) ?? []);

function targetOf(link: string): string | undefined {
  try {
    return readlinkSync(link);
  } catch {
    return undefined;
  }
}

/** The pipes and sockets among them. */
export const pipesOf = (pid: number): readonly string[] =>
  outputsOf(pid).filter((target) => /^(?:pipe|socket):/.test(target));

/** Whether standard output or error of a process is a pipe or socket. */
export const holdsPipe = (pid: number): boolean => pipesOf(pid).length > 0;

/** Whether standard output or error of a process is one of some pipes or files. */
export const writesTo = (pid: number, targets: readonly string[]): boolean =>
  targets.length > 0 && outputsOf(pid).some((output) => targets.includes(output));

/** Whether a signal has stopped a process. */
export const isStopped = (pid: number): boolean => factsOf(pid)?.isStopped ?? false;

/** When a process started, in clock ticks since the system started; `undefined` if it is gone. */
export const startOf = (pid: number): number | undefined => factsOf(pid)?.started;
