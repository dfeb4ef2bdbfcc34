import type { PermissionDenial } from "../agent-event.ts";

/** A subagent that runs while its caller continues. */
interface BackgroundAgent {
  readonly id: string;
  readonly type: string;
  readonly description: string;
}

/** What the model reads when background agents have ended. */
export interface AgentsEnded {
  readonly text: string;
  /** The calls that were refused to them. */
  readonly denials: readonly PermissionDenial[];
}

/** The background agents of a session. */
export interface BackgroundAgents {
  /** Starts one; `run` resolves with how it ended, for the model, whatever happens. */
  start(agent: BackgroundAgent, run: (signal: AbortSignal) => Promise<AgentsEnded>): void;
  running(): readonly BackgroundAgent[];
  /** Resolves when the end of one can be reported: true, or false if none is running. */
  ready(): Promise<boolean>;
  /** Those that have ended since the last call. */
  take(): AgentsEnded | undefined;
  /** Ends one; false if it is not running. Its end is reported like any other. */
  endOne(id: string): Promise<boolean>;
  /** Ends those that are running, and returns them. */
  end(): Promise<readonly BackgroundAgent[]>;
}

/** What the end of a session waits for. */
export interface SessionAgents {
  readonly background: BackgroundAgents;
  /** Events that no one waits for; they settle when the session's hooks are closed. */
  readonly unwaited: Set<Promise<unknown>>;
}

export function createBackgroundAgents(): BackgroundAgents {
  const running = new Map<BackgroundAgent, Promise<void>>();
  const stops = new Map<BackgroundAgent, AbortController>();
  const ending = new AbortController();
  let ended: AgentsEnded[] = [];
  return {
    start(agent, run) {
      const stop = new AbortController();
      const over = run(AbortSignal.any([ending.signal, stop.signal]))
        .then((end) => {
          // After the end of the session no turn may begin.
          if (!ending.signal.aborted) ended.push(end);
        })
        .finally(() => {
          running.delete(agent);
          stops.delete(agent);
        });
      running.set(agent, over);
      stops.set(agent, stop);
    },
    running: () => [...running.keys()],
    async ready() {
      if (ended.length === 0 && running.size > 0) await Promise.race(running.values());
      return ended.length > 0;
    },
    take() {
      if (ended.length === 0) return undefined;
      const taken = ended;
      ended = [];
      return {
        text: taken.map(({ text }) => text).join("\n\n"),
        denials: taken.flatMap(({ denials }) => denials),
      };
    },
    async endOne(id) {
      const agent = [...running.keys()].find((one) => one.id === id);
      if (!agent) return false;
      stops.get(agent)?.abort();
      await running.get(agent);
      return true;
    },
    async end() {
      const left = [...running.keys()];
      ending.abort();
      ended = [];
      await Promise.allSettled(running.values());
      return left;
    },
  };
}
