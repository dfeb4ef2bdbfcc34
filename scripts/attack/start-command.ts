import { spawn } from "node:child_process";
import * as tested from "../packed/tested.ts";

export interface CommandOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** The most time between two calls of `restartTimer`. */
  readonly limitMs: number;
}

/** How a run of the command ended, and everything it printed. */
export interface Ended {
  readonly code: number | null;
  readonly printed: string;
  /** It was killed because of the limit. */
  readonly isLate: boolean;
}

/** Starts the tested command; it and everything in its process group is killed at its limit and after its end. */
export function startCommand(args: readonly string[], { cwd, env, limitMs }: CommandOptions) {
  const [program, ...words] = tested.command();
  const child = spawn(program, [...words, ...args], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const kill = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has ended.
    }
  };
  let [printed, isLate] = ["", false];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk) => {
      printed += chunk;
    });
  const onLimit = () => {
    isLate = true;
    kill();
  };
  let timer = setTimeout(onLimit, limitMs);
  const ended = new Promise<Ended>((resolve) =>
    child.on("close", (code) => {
      clearTimeout(timer);
      kill();
      resolve({ code, printed, isLate });
    }),
  );
  return {
    ended,
    restartTimer() {
      clearTimeout(timer);
      timer = setTimeout(onLimit, limitMs);
    },
  };
}
