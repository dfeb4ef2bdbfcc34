import { setImmediate as turn } from "node:timers/promises";
import type { Clock } from "../clock.ts";
import type { ConfiguredHook } from "../stages/snapshot.ts";
import {
  type ProcessRequest,
  type RunningProcess,
  type Spawn,
  startProcess,
} from "./process/run-process.ts";

/** P17: how old a spare may get, and how many there are at most. */
const maxAgeMs = 10 * 60 * 1000;
const maxSpares = 4;

type Start = Omit<ProcessRequest, "stdin" | "limitMs">;

/** Processes started ahead of need, one per hook, waiting for their stdin (P17). */
export interface Prewarmed {
  /** The spare of a hook, if it is still what a cold start would be. */
  take(hook: ConfiguredHook, request: Start): Promise<RunningProcess | undefined>;
  /** Starts a spare for the next time. */
  refill(hook: ConfiguredHook, request: Start): Promise<void>;
  /** Ends the spares of some hooks, by id, or all. */
  drop(ids?: readonly string[]): void;
  /** Ends all; there will be no more. */
  close(): void;
}

interface Spare {
  readonly running: RunningProcess;
  /** What must be the same when it is used. */
  readonly key: string;
  readonly startedAt: number;
  readonly stopAging: () => void;
}

export function prewarmed(options: {
  readonly spawn: Spawn;
  readonly clock: Clock;
  /** Changes whenever a script of the hook changes. */
  readonly scriptIdentity: (hook: ConfiguredHook) => Promise<string>;
}): Prewarmed {
  const { spawn, clock, scriptIdentity } = options;
  const spares = new Map<string, Spare>();
  /** Hooks that do not wait for their stdin. */
  const unfit = new Set<string>();
  /** Counts what ends spares, so that none is started for what has passed meanwhile. */
  let drops = 0;
  let closed = false;

  const keyOf = async (hook: ConfiguredHook, { program, args, cwd, env }: Start) =>
    JSON.stringify([program, args, cwd, env, hook.handler, await scriptIdentity(hook)]);
  const hasRoom = ({ id }: ConfiguredHook) =>
    !closed && !unfit.has(id) && !spares.has(id) && spares.size < maxSpares;

  function drop(ids: Iterable<string> = [...spares.keys()]): void {
    drops++;
    for (const id of ids) {
      spares.get(id)?.running.cancel();
      spares.get(id)?.stopAging();
      spares.delete(id);
    }
  }

  return {
    drop,
    async take(hook, request) {
      const spare = spares.get(hook.id);
      if (!spare) return undefined;
      spares.delete(hook.id);
      spare.stopAging();
      const dropsBefore = drops;
      const isSame = spare.key === (await keyOf(hook, request));
      // What it wrote meanwhile is read in this turn of the event loop.
      await turn();
      const waits = spare.running.isWaiting();
      if (!waits) unfit.add(hook.id);
      const isFresh = clock.now() - spare.startedAt <= maxAgeMs && drops === dropsBefore;
      if (waits && isSame && isFresh) return spare.running;
      spare.running.cancel();
      return undefined;
    },
    async refill(hook, request) {
      if (!hasRoom(hook)) return;
      const dropsBefore = drops;
      const key = await keyOf(hook, request);
      if (!hasRoom(hook) || drops !== dropsBefore) return;
      const running = startProcess(
        { ...request, stdin: undefined, limitMs: undefined },
        spawn,
        clock,
      );
      const stopAging = clock.after(maxAgeMs, () => drop([hook.id]), { idle: true });
      spares.set(hook.id, { running, key, startedAt: clock.now(), stopAging });
    },
    close() {
      closed = true;
      drop();
    },
  };
}
