import type { Clock } from "../clock.ts";
import type { ConfiguredHook } from "../stages/snapshot.ts";
import {
  type ProcessRequest,
  type RunningProcess,
  type Spawn,
  startProcess,
} from "./process/run-process.ts";

/** P17: what a spare process may be used for. */
const maxAgeMs = 10 * 60 * 1000;
const maxSpares = 4;

type Start = Omit<ProcessRequest, "stdin" | "limitMs">;

/** Processes started ahead of need, one per hook, waiting for their stdin. */
export interface Prewarmed {
  /** The spare of a hook, if it is still what a cold start would be. */
  take(hook: ConfiguredHook, request: Start): Promise<RunningProcess | undefined>;
  /** Starts a spare for the next time. */
  refill(hook: ConfiguredHook, request: Start): Promise<void>;
  /** Ends the spares of hooks that no longer run, or all. */
  drop(keep?: (hook: ConfiguredHook) => boolean): void;
}

interface Spare {
  readonly hook: ConfiguredHook;
  readonly running: RunningProcess;
  readonly key: string;
  readonly startedAt: number;
}

export function prewarmed(options: {
  readonly spawn: Spawn;
  readonly clock: Clock;
  /** Changes whenever a script of the hook changes. */
  readonly scriptIdentity: (hook: ConfiguredHook) => Promise<string>;
}): Prewarmed {
  const { spawn, clock, scriptIdentity } = options;
  const spares = new Map<string, Spare>();
  const unfit = new Set<string>();

  const keyOf = async (hook: ConfiguredHook, { program, args, cwd, env }: Start) =>
    JSON.stringify([program, args, cwd, env, hook.handler, await scriptIdentity(hook)]);

  return {
    async take(hook, request) {
      const spare = spares.get(hook.id);
      if (!spare) return undefined;
      spares.delete(hook.id);
      const fresh = clock.now() - spare.startedAt <= maxAgeMs;
      const same = spare.key === (await keyOf(hook, request));
      if (fresh && same && spare.running.isWaiting()) return spare.running;
      if (!spare.running.isWaiting()) unfit.add(hook.id);
      spare.running.cancel();
      return undefined;
    },
    async refill(hook, request) {
      if (unfit.has(hook.id) || spares.has(hook.id) || spares.size >= maxSpares) return;
      const key = await keyOf(hook, request);
      if (spares.has(hook.id) || spares.size >= maxSpares) return;
      const running = startProcess(
        { ...request, stdin: undefined, limitMs: undefined },
        spawn,
        clock,
      );
      spares.set(hook.id, { hook, running, key, startedAt: clock.now() });
    },
    drop(keep = () => false) {
      for (const [id, { hook, running }] of spares) {
        if (keep(hook)) continue;
        running.cancel();
        spares.delete(id);
      }
    },
  };
}
