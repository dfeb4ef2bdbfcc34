import { spawn as nodeSpawn } from "node:child_process";
import { type EventName, events, type ProfileName, profiles } from "@snaphook/protocol";
import { admit, trustFor } from "./admit/admit.ts";
import { type Clock, systemClock } from "./clock.ts";
import { loadSnapshot } from "./config/load-snapshot.ts";
import { type Explanation, explain } from "./explain/explain.ts";
import { fold } from "./fold/fold.ts";
import { interpret } from "./interpret/interpret.ts";
import { match } from "./match/match.ts";
import { planRuns } from "./plan/plan-runs.ts";
import type { Spawn } from "./run/process/run-process.ts";
import { runAll } from "./run/run-all.ts";
import type { HookEvent, HookInput } from "./stages/hook-event.ts";
import type { OutcomeOf } from "./stages/outcome.ts";
import { recordTo, type TraceSink, traceRecord } from "./trace/trace.ts";

export interface HooksOptions {
  /** The directory the session starts in. */
  readonly cwd: string;
  readonly sessionId: string;
  readonly profile?: ProfileName;
  /** Run what the project brings, this once, without a review (T2). Default: no. */
  readonly trustProject?: boolean;
  readonly trace?: TraceSink;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly spawn?: Spawn;
  readonly clock?: Clock;
}

/** Hooks of one session. */
export interface Hooks {
  /** Tells the hooks of an event and answers with what they come to. */
  fire<Name extends EventName>(
    name: Name,
    input: HookInput,
    options?: { readonly signal?: AbortSignal },
  ): Promise<OutcomeOf<Name>>;
  /** The same, stopped before anything runs: every configured hook, with a reason. */
  explain(name: EventName, input: HookInput): Promise<Explanation>;
}

/**
 * Loads the hooks that apply in a directory.
 *
 * @example
 * const hooks = await createHooks({ cwd: process.cwd(), sessionId: "s1" });
 * const outcome = await hooks.fire("PreToolUse", {
 *   tool_name: "Bash",
 *   tool_input: { command: "ls" },
 *   tool_use_id: "t1",
 * });
 * if (outcome.action === "refuse") console.log(outcome.reasons);
 */
export async function createHooks(options: HooksOptions): Promise<Hooks> {
  const {
    cwd,
    sessionId,
    trace,
    env = process.env,
    spawn = nodeSpawn,
    clock = systemClock,
  } = options;
  const profile = profiles[options.profile ?? "reference"];
  const trust = trustFor({ project: options.trustProject ?? false });
  const snapshot = await loadSnapshot({ project: cwd });

  function describe<Name extends EventName>(
    name: Name,
    input: HookInput,
  ): HookEvent & { name: Name } {
    const common = { session_id: sessionId, cwd, hook_event_name: name };
    return { name, definition: events[name], input: Object.freeze({ ...common, ...input }) };
  }

  return {
    async fire(name, input, { signal } = {}) {
      const start = clock.now();
      const time = clock.date();
      const event = describe(name, input);
      const matched = match(snapshot, event);
      const admitted = await admit(matched, trust);
      const plan = planRuns(admitted, profile);
      const runs = await runAll(plan, event, { spawn, clock, env, projectDirectory: cwd, signal });
      const verdicts = runs.map((run) => interpret(run, event, profile));
      const outcome = fold(event, verdicts, profile);
      const timing = { time, durationMs: clock.now() - start };
      recordTo(trace, () => traceRecord(event, admitted, verdicts, outcome, timing));
      return outcome;
    },
    async explain(name, input) {
      const event = describe(name, input);
      const admitted = await admit(match(snapshot, event), trust);
      return explain(snapshot, event, admitted, planRuns(admitted, profile));
    },
  };
}
