import { setImmediate as turn } from "node:timers/promises";
import type { ConfiguredHook } from "../stages/snapshot.ts";
import type { Clock } from "./clock.ts";
import type { ProcessRequest, RunningProcess, StartProcess } from "./process/run-process.ts";

/** P17: the maximum age and number of spares. */
const maxAgeMs = 10 * 60 * 1000;
const maxSpares = 4;

type Start = Omit<ProcessRequest, "stdin" | "limitMs">;

/** What a spare waits for. */
interface Input {
  readonly stdin: string;
  readonly limitMs: number | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Processes started ahead of need, one per hook, waiting for their stdin (P17). */
export interface Prewarmed {
  /**
   * The spare of a hook, with its input delivered, if a new process would still be started in the same way
   * and the event was not aborted.
   */
  take(hook: ConfiguredHook, request: Start, input: Input): Promise<RunningProcess | undefined>;
  /** Starts a spare for the next time. */
  refill(hook: ConfiguredHook, request: Start): Promise<void>;
  /** Ends the spares of some hooks, by id, or all. */
  drop(ids?: readonly string[]): void;
  /** Ends all spares and starts no more. */
  close(): void;
}

interface Spare {
  readonly running: RunningProcess;
  /** Must be the same when the spare is used. */
  readonly key: string;
  readonly startedAt: number;
  readonly stopAging: () => void;
}

export function prewarmed(options: {
  readonly start: StartProcess;
  readonly clock: Clock;
  /** Changes whenever a script of the hook changes. */
  readonly scriptIdentity: (hook: ConfiguredHook) => Promise<string>;
}): Prewarmed {
  const { start, clock, scriptIdentity } = options;
  const spares = new Map<string, Spare>();
  /** Hooks that do not wait for their stdin, and so cannot be prewarmed. */
  const unfit = new Set<string>();
  /** Spares that are being checked or started; `drop` removes them from here. */
  const pending = new Set<{ readonly id: string }>();
  let closed = false;

  const keyOf = async (hook: ConfiguredHook, { program, args, cwd, env }: Start) =>
    JSON.stringify([program, args, cwd, env, hook.handler, await scriptIdentity(hook)]);
  const hasRoom = ({ id }: ConfiguredHook) =>
    !closed && !unfit.has(id) && !spares.has(id) && spares.size < maxSpares;

  function drop(ids?: readonly string[]): void {
    const isSelected = (id: string) => ids === undefined || ids.includes(id);
    for (const ticket of pending) if (isSelected(ticket.id)) pending.delete(ticket);
    for (const [id, { running, stopAging }] of spares) {
      if (!isSelected(id)) continue;
      running.cancel();
      stopAging();
      spares.delete(id);
    }
  }
  /** Does some work for a hook's spare, and returns whether the spare was not dropped meanwhile. */
  async function stillWanted({ id }: ConfiguredHook, work: () => Promise<void>): Promise<boolean> {
    const ticket = { id };
    pending.add(ticket);
    await work();
    return pending.delete(ticket);
  }

  return {
    drop,
    async take(hook, request, { stdin, limitMs, signal }) {
      const spare = spares.get(hook.id);
      if (!spare) return undefined;
      spares.delete(hook.id);
      spare.stopAging();
      let key = "";
      const isWanted = await stillWanted(hook, async () => {
        key = await keyOf(hook, request);
        // Lets the event loop read what the spare wrote meanwhile.
        await turn();
      });
      const isFresh = clock.now() - spare.startedAt <= maxAgeMs;
      if (isWanted && isFresh && key === spare.key && !signal?.aborted) {
        if (await spare.running.deliver(stdin, limitMs)) return spare.running;
        unfit.add(hook.id);
      }
      spare.running.cancel();
      return undefined;
    },
    async refill(hook, request) {
      if (!hasRoom(hook)) return;
      let key = "";
      const isWanted = await stillWanted(hook, async () => {
        key = await keyOf(hook, request);
      });
      if (!isWanted || !hasRoom(hook)) return;
      const running = start({ ...request, stdin: undefined, limitMs: undefined });
      const stopAging = clock.after(maxAgeMs, () => drop([hook.id]), { idle: true });
      // It ended with the runner, and that is not the hook's fault.
      void running.finished.then(({ end }) => {
        if (end.how === "failed" && spares.get(hook.id)?.running === running) drop([hook.id]);
      });
      spares.set(hook.id, { running, key, startedAt: clock.now(), stopAging });
    },
    close() {
      closed = true;
      drop();
    },
  };
}
