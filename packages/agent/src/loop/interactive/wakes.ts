import type { Hooks } from "@snaphook/engine";
import type { OutcomeReporter } from "../../effects/report-outcomes.ts";
import type { AgentReport } from "../subagents/background-agents.ts";

/** P12: hooks with `asyncRewake` that wake a session in which no turn runs. */
export interface Wakes {
  /** Resolves when one has woken the model: true, or false if none is running that could. */
  ready(): Promise<boolean>;
  /** What they say, since the last call. */
  take(): AgentReport | undefined;
}

export function createWakes(
  hooks: Pick<Hooks, "backgroundRuns" | "on">,
  { isWoken, takeWakes }: Pick<OutcomeReporter, "isWoken" | "takeWakes">,
): Wakes {
  let changed = Promise.withResolvers<void>();
  hooks.on(({ type }) => {
    if (type !== "background-ended") return;
    changed.resolve();
    changed = Promise.withResolvers();
  });
  return {
    async ready() {
      while (!isWoken() && hooks.backgroundRuns().some(({ wakes }) => wakes)) await changed.promise;
      return isWoken();
    },
    take() {
      const texts = takeWakes();
      return texts.length === 0
        ? undefined
        : { text: texts.join("\n\n"), denials: [], ofTeam: false, isWake: true };
    },
  };
}
