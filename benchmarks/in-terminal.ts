// A program in a terminal of its own: bytes in, bytes out, each with its time. Uses `script` of util-linux.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface InTerminal {
  /** Everything that was written to the screen until now. */
  output(): string;
  type(text: string): void;
  /** Waits until a text is written after a place in the output; returns when that was. */
  written(text: string, from?: number): Promise<number>;
  /** Of the program itself, in megabytes. */
  memory(): number;
  end(): Promise<void>;
}

export interface TerminalProgram {
  readonly words: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

const limitMs = 120_000;

/** Starts a program in a terminal of 100 × 30. */
export function startInTerminal({ words, cwd, env }: TerminalProgram): InTerminal {
  const pidFile = join(cwd, "pid");
  const line = `stty cols 100 rows 30; echo $$ > '${pidFile}'; exec ${words.map((word) => `'${word}'`).join(" ")}`;
  const child: ChildProcess = spawn("script", ["-qfec", line, "/dev/null"], { cwd, env });
  let text = "";
  const waiting = new Set<() => void>();
  child.stdout?.setEncoding("utf8").on("data", (piece: string) => {
    text += piece;
    for (const look of waiting) look();
  });
  return {
    output: () => text,
    type: (typed) => void child.stdin?.write(typed),
    written: (wanted, from = 0) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`not written in time: ${wanted}\n${text.slice(-2000)}`));
        }, limitMs);
        const look = () => {
          if (text.indexOf(wanted, from) === -1) return;
          clearTimeout(late);
          waiting.delete(look);
          resolve(performance.now());
        };
        waiting.add(look);
        look();
      }),
    memory() {
      const pid = readFileSync(pidFile, "utf8").trim();
      const [, kilobytes] =
        /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
      return Number(kilobytes) / 1024;
    },
    async end() {
      const closed = once(child, "close");
      child.kill();
      await closed;
    },
  };
}
