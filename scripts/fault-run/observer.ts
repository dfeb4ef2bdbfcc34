// A separate process that observes another one: `observer.ts PID WORD` answers each line on stdin with what /proc shows
// about the process, and about all others that have the word in their environment or command line.
import { readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";

/** What is seen of a host at one moment. */
export interface Observation {
  readonly descriptors: number;
  /** Resident memory, in MiB. */
  readonly memory: number;
  /** Processes that carry the word, other than the host: pid and command line. */
  readonly processes: readonly string[];
}

function read(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return "";
  }
}

/** Processes that have a word in their environment or command line, other than the host and this one. */
export function processesWith(word: string, host = ""): readonly string[] {
  const pids = readdirSync("/proc").filter(
    (name) =>
      /^\d+$/.test(name) &&
      name !== host &&
      name !== String(process.pid) &&
      // First: a machine whose first process does not wait for orphans has thousands of zombies.
      !/\) [ZX] /.test(read(`/proc/${name}/stat`)) &&
      (read(`/proc/${name}/environ`) + read(`/proc/${name}/cmdline`)).includes(word),
  );
  return pids.map(
    (pid) => `${pid} ${read(`/proc/${pid}/cmdline`).replaceAll("\0", " ").slice(0, 80)}`,
  );
}

function look(host: string, word: string): Observation {
  return {
    descriptors: readdirSync(`/proc/${host}/fd`).length,
    memory: Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${host}/status`))?.[1]) / 1024,
    processes: processesWith(word, host),
  };
}

if (import.meta.main) {
  const [host = "", word = ""] = process.argv.slice(2);
  for await (const _ of createInterface({ input: process.stdin }))
    console.log(JSON.stringify(look(host, word)));
}
