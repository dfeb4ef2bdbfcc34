import { readProcFile } from "./proc-file.ts";

/**
 * Pids are given out in ascending order, and from the lowest again after the highest. So what was started after
 * a process has a pid between its own and the last one given out, unless all pids were used up meanwhile. On a
 * machine with thousands of processes this saves looking at each of them.
 */
export interface Birth {
  readonly pid: number;
  /** Within one era not enough processes are started to use up all pids. */
  readonly era: number;
}

/** Pids from `first` to `last`; if `first` is larger, then from `first` up and from the lowest to `last`. */
export interface PidRange {
  readonly first: number;
  readonly last: number;
}

let era = 0;
/** How many processes and threads the system had started when the era began. */
let startsAtBegin: number | undefined;

/** The era in which a process that starts now is born. */
export function currentEra(): number {
  startsAtBegin ??= startsSoFar();
  return era;
}

/** The pids of all that was started since the oldest of some processes; `undefined` if that is not known. */
export function pidsSince(births: readonly (Birth | undefined)[]): PidRange | undefined {
  const last = lastPid();
  const limit = pidLimit();
  if (!(last > 0 && limit > 0)) return undefined;
  const starts = startsSoFar();
  // A quarter: pids that are in use are skipped, and a process may be a little older than its era.
  if (starts - (startsAtBegin ?? starts) > limit / 4) {
    era++;
    startsAtBegin = starts;
  }
  let first = last;
  const age = (pid: number) => (last - pid + limit) % limit;
  for (const birth of births) {
    if (birth?.era !== era) return undefined;
    if (age(birth.pid) > age(first)) first = birth.pid;
  }
  return { first, last };
}

export const isInRange = (pid: number, { first, last }: PidRange): boolean =>
  first <= last ? first <= pid && pid <= last : pid >= first || pid <= last;

/** Pids are lower than this. */
export const pidLimit = (): number => Number(readProcFile("/proc/sys/kernel/pid_max"));

/** The pid that was given out last. */
export const lastPid = (): number => Number(readProcFile("/proc/loadavg").split(" ")[4]);

/** How many processes and threads the system has started. */
export const startsSoFar = (): number =>
  Number(/^processes (\d+)$/m.exec(readProcFile("/proc/stat"))?.[1] ?? 0);
