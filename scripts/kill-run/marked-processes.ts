import { readdirSync, readFileSync } from "node:fs";

/** The variable that marks every process of a run, so that it can be found whatever its parent is. */
export const markVariable = "KILL_RUN";

/** A process that runs, and what it runs. */
export interface MarkedProcess {
  readonly pid: number;
  readonly command: string;
}

/** All processes that were started with a mark in their environment and still run. */
export function markedProcesses(mark: string): readonly MarkedProcess[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && isMarked(name, mark))
    .map((name) => ({ pid: Number(name), command: commandOf(name) }));
}

/** Waits until all processes that must end have ended, up to a limit; returns those that are left. */
export async function leftAfter(
  mark: string,
  patienceMs: number,
  mustGo: (one: MarkedProcess) => boolean,
): Promise<readonly MarkedProcess[]> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const left = markedProcesses(mark).filter(mustGo);
    if (left.length === 0 || performance.now() > deadline) return left;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const isMarked = (pid: string, mark: string): boolean =>
  read(`/proc/${pid}/environ`).split("\0").includes(`${markVariable}=${mark}`) &&
  !/\) [ZX] /.test(read(`/proc/${pid}/stat`));

const commandOf = (pid: string): string =>
  read(`/proc/${pid}/cmdline`).replaceAll("\0", " ").trim() || "gone";

function read(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return "";
  }
}
