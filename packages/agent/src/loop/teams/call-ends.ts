import type { Agent } from "../agent.ts";

/** Runs what waits for the end of a call, with its hooks. */
export function callEnds() {
  const waiting = new Map<string, (() => void)[]>();
  return {
    afterCall(callId: string | undefined, run: () => void): void {
      if (callId === undefined) run();
      else waiting.set(callId, [...(waiting.get(callId) ?? []), run]);
    },
    noting:
      (dispatchCall: Agent["dispatchCall"]): Agent["dispatchCall"] =>
      async (tool, call, run, options) => {
        const end = await dispatchCall(tool, call, run, options);
        const { id = "" } = call;
        for (const next of waiting.get(id) ?? []) next();
        waiting.delete(id);
        return end;
      },
  };
}
