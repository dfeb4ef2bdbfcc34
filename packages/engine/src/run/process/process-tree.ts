import { readdirSync, readFileSync } from "node:fs";

/** How the processes of a run are recognised (P10). */
export interface TreeMark {
  /** The first process; it leads a group and session of its own. */
  readonly pid: number;
  /** `NAME=value`, unique to the run and inherited by everything it starts. */
  readonly marker: string;
}

/**
 * Finds every process of a run that is alive: members of its group or
 * session, their descendants, and whoever carries the run's marker variable,
 * so that a child in a session of its own is found too. Reads /proc; where
 * there is none, only the group can be reached.
 */
export function processTree({ pid, marker }: TreeMark): readonly number[] {
  const processes = listProcesses();
  const found = new Set<number>();
  for (const one of processes)
    if (one.group === pid || one.session === pid || carriesMarker(one.pid, marker))
      found.add(one.pid);
  addDescendants(found, processes);
  found.delete(process.pid);
  return [...found];
}

/** Sends a signal to a run's whole tree; a process that is gone is what was wanted. */
export function signalTree(mark: TreeMark, signal: NodeJS.Signals): readonly number[] {
  const pids = processTree(mark);
  for (const target of [-mark.pid, ...pids]) {
    try {
      process.kill(target, signal);
    } catch {
      // Already gone.
    }
  }
  return pids;
}

/** Whether a process runs: one that has exited and was not yet waited for does not. */
export const isRunning = (pid: number): boolean => {
  if (process.platform === "linux") return factsOf(pid) !== undefined;
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

interface ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
}

function listProcesses(): readonly ProcessFacts[] {
  let names: readonly string[];
  try {
    names = readdirSync("/proc");
  } catch {
    return [];
  }
  return names.filter((name) => /^\d+$/.test(name)).flatMap((name) => factsOf(Number(name)) ?? []);
}

/** Fields 3 to 6 of /proc/PID/stat, after the name, which may contain anything. */
function factsOf(pid: number): ProcessFacts | undefined {
  const stat = read(`/proc/${pid}/stat`);
  const [state, parent, group, session] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (stat === "" || state === "Z" || state === "X") return undefined;
  return { pid, parent: Number(parent), group: Number(group), session: Number(session) };
}

const carriesMarker = (pid: number, marker: string): boolean =>
  read(`/proc/${pid}/environ`).split("\0").includes(marker);

function addDescendants(found: Set<number>, processes: readonly ProcessFacts[]): void {
  let before: number;
  do {
    before = found.size;
    for (const { pid, parent } of processes) if (found.has(parent)) found.add(pid);
  } while (found.size > before);
}

function read(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return "";
  }
}
