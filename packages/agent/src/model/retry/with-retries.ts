import type { Clock } from "@snaphook/engine/internal";
import type { Environment } from "../../environment.ts";
import type { AgentEvent } from "../../loop/agent-event.ts";
import { numberVariable } from "../../number-variable.ts";
import { ModelError, type ModelRequest } from "../model.ts";
import { type Failure, failureOf } from "./failure.ts";
import { wait } from "./wait.ts";

export interface RetryOptions {
  readonly clock: Clock;
  /** How many times a temporary failure is retried. */
  readonly limit: number;
  /** How long a server that does not answer at all is asked again. Default: until the limit. */
  readonly unreachableMs?: number;
  /** Called before each retry. */
  readonly emit?: (event: Extract<AgentEvent, { type: "retry" }>) => void;
  /** Between 0 and 1, so that many hosts do not retry at the same moment. */
  readonly random?: () => number;
}

const variable = { name: "CLAUDE_CODE_MAX_RETRIES", default: 10 } as const;
const unreachableMs = 60_000;

/** How often to retry: as the user says, else up to 10 times, and a server that cannot be reached for about a minute. */
export function retryLimits(
  env: Environment,
  warn?: (text: string) => void,
): Pick<RetryOptions, "limit" | "unreachableMs"> {
  const limit = numberVariable(env, variable, warn);
  return env[variable.name] ? { limit } : { limit, unreachableMs };
}

/**
 * Repeats a request until there is an answer (E16).
 *
 * 1. Any failure is retried once, because credentials and routes can recover too.
 * 2. A temporary failure (no connection, a broken answer, 408, 409, 429, 5xx) is retried up to the limit.
 * 3. A request that is too long is not sent again if its caller makes it shorter and the server says by how much. One
 *    that does not may be a proxy that has a bad moment.
 * 4. An abort and a `ModelError` end it at once.
 */
export async function withRetries<Answer>(
  ask: () => Promise<Answer>,
  request: Pick<ModelRequest, "signal" | "onRetry" | "minRetries" | "shortens">,
  { clock, limit, emit, random = Math.random, ...options }: RetryOptions,
): Promise<Answer> {
  const { signal } = request;
  const start = clock.now();
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted();
    try {
      return await ask();
    } catch (thrown) {
      signal.throwIfAborted();
      if (thrown instanceof ModelError) throw thrown;
      const failure = failureOf(thrown);
      const { error, unreachable } = failure;
      const isLate = unreachable && clock.now() - start > (options.unreachableMs ?? Infinity);
      const maxRetries = retriesOf(failure, request, limit);
      if (attempt > maxRetries || isLate) throw error;
      const delayMs = retryDelay(attempt, failure, clock.date(), random());
      request.onRetry?.(error.message);
      emit?.({ type: "retry", attempt, maxRetries, delayMs, reason: error.message });
      await wait(delayMs, clock, signal);
    }
  }
}

function retriesOf(
  { error, transient }: Failure,
  { minRetries = 1, shortens = false }: Pick<ModelRequest, "minRetries" | "shortens">,
  limit: number,
): number {
  if (shortens && error.tooLong?.fits !== undefined) return 0;
  return transient ? limit : Math.min(limit, minRetries);
}

const firstDelayMs = 500;
/** A server that answers with an error may be overloaded; one that cannot be reached is not helped by long waits. */
const maxDelayMs = { answering: 32_000, unreachable: 4_000 } as const;
/** A limit on what servers ask for, because the user is waiting. */
const maxRequestedDelayMs = 300_000;

/** How long to wait before a retry: what the server asks for, else longer each time, with a random part. */
function retryDelay(
  attempt: number,
  { headers, unreachable }: Pick<Failure, "headers" | "unreachable">,
  now: string,
  random: number,
): number {
  const askedMs = askedDelay(headers, now);
  if (askedMs !== undefined) return Math.min(askedMs, maxRequestedDelayMs);
  const max = unreachable ? maxDelayMs.unreachable : maxDelayMs.answering;
  const full = Math.min(firstDelayMs * 2 ** (attempt - 1), max);
  return Math.round(full * (0.5 + random / 2));
}

/** What a `retry-after` header asks for: seconds, a date, or milliseconds under its other name. */
function askedDelay(headers: Readonly<Record<string, string>>, now: string): number | undefined {
  const ms = number(headers["retry-after-ms"]);
  if (ms !== undefined) return ms;
  const after = headers["retry-after"];
  const seconds = number(after);
  if (seconds !== undefined) return seconds * 1000;
  const date = after === undefined ? Number.NaN : Date.parse(after);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.parse(now));
}

function number(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : undefined;
}
