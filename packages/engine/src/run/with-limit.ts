import type { Clock } from "./clock.ts";
import { facts, type RunFacts } from "./run-context.ts";

/**
 * Runs work that can be aborted, with a time limit. A result after the limit or the
 * abort is dropped; an exception becomes a failure with its message, an AbortError a
 * cancellation; if the signal is already aborted, the work is not started.
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
    facts({ how: isAbort(error) ? "gaveUp" : "failed", cause: causeOf(error) }),
  );
  try {
    return await Promise.race([ended.promise, worked]);
  } finally {
    stopLimit();
    signal?.removeEventListener("abort", onAbort);
  }
}

/** H6: work that aborts itself is cancelled, not failed. */
const isAbort = (error: unknown): boolean => error instanceof Error && error.name === "AbortError";

/** The message of an error; several errors, such as one per address of a name, are joined. */
function causeOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === "")
    return [...new Set(error.errors.map(causeOf))].join("; ");
  if (!(error instanceof Error)) return String(error);
  return error.message || error.name;
}
