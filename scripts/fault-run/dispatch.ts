import type { Hooks } from "@snaphook/engine";
import type { HookRun } from "@snaphook/engine/internal";
import { tools } from "./kinds.ts";
import { pick } from "./random.ts";
import { waitedSince } from "./waited.ts";

/** One dispatch, judged. */
export interface Dispatched {
  readonly kind: string;
  readonly tool: string;
  /** How the run ended. */
  readonly end: string;
  /**
   * How long it returned after a bare timer with the same limit, in milliseconds: load delays both. The time
   * that host and runner waited for a processor meanwhile does not count either.
   */
  readonly overrunMs: number;
  /** What went wrong. */
  readonly problem: string | undefined;
}

const sizes = [100, 10_000, 1_000_000];

/** Fires one event at a random fault with an input of random size. `kills`: how often the runner was killed so far. */
export async function dispatchOne(
  hooks: Hooks,
  number: number,
  random: () => number,
  kills: () => number = () => 0,
): Promise<Dispatched> {
  const { kind, tool, timeout, ends } = pick(tools, random);
  const text = "x".repeat(pick(sizes, random));
  let run: HookRun | undefined;
  const id = `call_${number}`;
  const stopListening = hooks.on((progress) => {
    if (progress.type === "run-ended" && progress.hook.id === matching(hooks, tool))
      run ??= progress.run;
  });
  const killsBefore = kills();
  const runner = hooks.config.runner();
  const runnerPid = runner.state === "ready" ? runner.pid : undefined;
  const runnerWaited = waitedSince(runnerPid);
  let hostWaited = () => 0;
  let limitAt = Number.POSITIVE_INFINITY;
  const bareTimer = setTimeout(() => {
    hostWaited = waitedSince(process.pid);
    limitAt = performance.now();
  }, timeout * 1000);
  const outcome = await hooks.fire("PreToolUse", {
    tool_name: tool,
    tool_input: { text },
    tool_use_id: id,
  });
  clearTimeout(bareTimer);
  const overrunMs = Math.max(0, performance.now() - limitAt - runnerWaited() - hostWaited());
  stopListening();
  const end = run?.end.how ?? "nothing";
  const facts = { kind, tool, end, overrunMs };
  const possible = kills() > killsBefore ? [...ends, "failed"] : ends;
  const isSilent = end === "failed" && !outcome.messages.some(({ kind }) => kind === "failure");
  const problem = isSilent ? "failed without a message" : undefined;
  return { ...facts, problem: problem ?? problemOf(facts, possible, outcome.action) };
}

const matching = (hooks: Hooks, tool: string) =>
  hooks.config.snapshot().hooks.find(({ matcher }) => matcher.pattern === tool)?.id;

/** P10: what the host may wait beyond a limit. */
const patienceMs = 2000;

function problemOf(
  { end, overrunMs }: Pick<Dispatched, "end" | "overrunMs">,
  ends: readonly string[],
  action: string,
): string | undefined {
  if (overrunMs > patienceMs) return `took ${Math.round(overrunMs)} ms more than its limit`;
  if (end !== "timedOut" && !ends.includes(end)) return `ended as ${end}`;
  if (action !== "proceed") return `came to ${action}`;
  return undefined;
}
