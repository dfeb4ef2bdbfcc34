import type { Clock } from "@snaphook/engine/internal";

/** Work took too long. */
export class DeadlineError extends Error {
  override readonly name = "DeadlineError";
}

/** Runs work with a signal that is aborted after a time, or when the caller's signal is; rejects then at once. */
export async function withDeadline<Result>(
  clock: Clock,
  limitMs: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const over = Promise.withResolvers<never>();
  const end = (reason: unknown) => {
    over.reject(reason);
    controller.abort(reason);
  };
  const onAbort = () => end(signal?.reason);
  const stop = clock.after(limitMs, () => end(new DeadlineError(`no answer after ${limitMs} ms`)));
  signal?.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([work(controller.signal), over.promise]);
  } finally {
    stop();
    signal?.removeEventListener("abort", onAbort);
  }
}
