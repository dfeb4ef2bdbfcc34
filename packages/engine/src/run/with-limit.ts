import type { Clock } from "./clock.ts";
import { facts, type RunFacts } from "./run-context.ts";

/**
 * Runs something that heeds a signal, within a limit. What comes after the
 * limit or the abort is dropped; what throws is a failure with its message;
 * what was aborted before is not begun.
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
  if (signal?.aborted) return facts({ how: "cancelled" });
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
  signal?.addEventListener("abort", onAbort, { once: true });
  const worked = (async () => work(controller.signal))().catch((error: unknown) =>
    facts({ how: "failed", cause: causeOf(error) }),
  );
  try {
    return await Promise.race([ended.promise, worked]);
  } finally {
    stopLimit();
    signal?.removeEventListener("abort", onAbort);
  }
}

/** What an error says; several of them, as when every address of a name refuses, say it together. */
function causeOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === "")
    return [...new Set(error.errors.map(causeOf))].join("; ");
  if (!(error instanceof Error)) return String(error);
  return error.message || error.name;
}
