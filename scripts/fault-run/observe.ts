import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Observation } from "./observer.ts";

/** A separate process that observes this one on request. */
export interface Observer {
  look(): Promise<Observation>;
  /** Observes until nothing changes any more, up to a limit: processes take a moment to end. */
  lookUntilQuiet(isQuiet: (seen: Observation) => boolean, patienceMs: number): Promise<Observation>;
  end(): void;
}

/** Starts an observer of this process and of all that have a word in their environment. */
export function startObserver(word: string): Observer {
  const file = join(import.meta.dirname, "observer.ts");
  const child = spawn(process.execPath, [file, String(process.pid), word], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const waiting: ((line: string) => void)[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => waiting.shift()?.(line));
  const look = () =>
    new Promise<Observation>((resolve) => {
      waiting.push((line) => resolve(JSON.parse(line)));
      child.stdin.write("look\n");
    });
  return {
    look,
    async lookUntilQuiet(isQuiet, patienceMs) {
      const deadline = performance.now() + patienceMs;
      for (;;) {
        const seen = await look();
        if (isQuiet(seen) || performance.now() > deadline) return seen;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
    end: () => child.stdin.end(),
  };
}
