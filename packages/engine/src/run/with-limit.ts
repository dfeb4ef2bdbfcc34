import type { Clock } from "../clock.ts";
import { facts, type RunFacts } from "./run-context.ts";

/**
 * Runs something that heeds a signal, within a limit. What comes after the
 * limit or the abort is dropped; what throws is a failure with its message.
 */
export async function withLimit(
  work: (signal: AbortSignal) => Promise<RunFacts>,
  {
    limitMs,
    signal,
    clock,
  }: {
    readonly limitMs: number | undefined;
    readonly signal: AbortSignal | undefined;
    readonly clock: Clock;
  },
): Promise<RunFacts> {
  const controller = new AbortController();
  const ended = Promise.withResolvers<RunFacts>();
  const end = (how: RunFacts["end"]) => {
    ended.resolve(facts(how));
    controller.abort();
  };
  const onAbort = () => end({ how: "cancelled" });
  const stopLimit =
    limitMs === undefined
      ? () => {}
      : clock.after(limitMs, () => end({ how: "timedOut", limitMs }));
  if (signal?.aborted) onAbort();
  signal?.addEventListener("abort", onAbort, { once: true });
  const worked = (async () => work(controller.signal))().catch((error: unknown) =>
    facts({ how: "failed", cause: error instanceof Error ? error.message : String(error) }),
  );
  try {
    return await Promise.race([ended.promise, worked]);
  } finally {
    stopLimit();
    signal?.removeEventListener("abort", onAbort);
  }
}
