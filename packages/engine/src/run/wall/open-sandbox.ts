import type { StartProcess } from "../process/process-request.ts";
import { launchRunner } from "../runner/launch-runner.ts";
import { startRemotely } from "../runner/remote-process.ts";

/** A sandbox with a runner in it, which starts processes there. */
export interface Sandbox {
  readonly start: StartProcess;
  /** Whether it still runs. */
  isOpen(): boolean;
  /** Ends everything in it; resolves when it is gone. */
  close(): Promise<void>;
}

/** How long a sandbox has to end by itself. */
const closeMs = 2000;

/** Starts a sandbox; rejects with the reason if it does not start. `command` starts a program in the sandbox. */
export function openSandbox(
  command: readonly [program: string, ...args: readonly string[]],
): Promise<Sandbox> {
  const ready = Promise.withResolvers<Sandbox>();
  const ended = Promise.withResolvers<void>();
  let isOpen = true;
  const runner = launchRunner({
    sandbox: command,
    onReady() {
      runner.release();
      ready.resolve({
        start: (request) => startRemotely(request, runner),
        isOpen: () => isOpen,
        async close() {
          runner.hold();
          runner.close();
          const timer = setTimeout(() => runner.kill("it did not end"), closeMs);
          await ended.promise;
          clearTimeout(timer);
        },
      });
    },
    onEnd(why) {
      isOpen = false;
      ended.resolve();
      ready.reject(new Error(why));
    },
  });
  // The caller waits for it.
  runner.hold();
  return ready.promise;
}
