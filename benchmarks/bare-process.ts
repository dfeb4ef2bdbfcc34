import { spawn } from "node:child_process";

interface BareOptions {
  readonly cwd: string;
  readonly stdin: string;
  /** Whether it gets a session of its own, as hooks do. Default: yes. */
  readonly detached?: boolean;
}

/** The baseline of everything that starts processes: the same input, both pipes read, until close. */
export function bareProcess(
  [program, ...args]: readonly [string, ...string[]],
  { cwd, stdin, detached = true }: BareOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, detached });
    child.stdout.on("data", () => {});
    child.stderr.on("data", () => {});
    child.stdin.on("error", () => {});
    child.on("error", reject);
    child.on("close", () => resolve());
    child.stdin.end(stdin);
  });
}

export const bareShell = (command: string, options: BareOptions): Promise<void> =>
  bareProcess(["/bin/sh", "-c", command], options);
