import type { Clock } from "../clock.ts";
import type { HookEvent } from "../stages/hook-event.ts";
import type { HookRun } from "../stages/hook-run.ts";
import type { PlannedRun, RunPlan } from "../stages/run-plan.ts";
import type { ConfiguredHook } from "../stages/snapshot.ts";
import { runProcess, type Spawn } from "./process/run-process.ts";

/** What runs need from the outside. */
export interface RunContext {
  readonly spawn: Spawn;
  readonly clock: Clock;
  /** The variables a hook inherits (P7, T6). */
  environmentFor(hook: ConfiguredHook): Readonly<Record<string, string | undefined>>;
  /** Where the session started; never moves (P7). */
  readonly projectDirectory: string;
  readonly signal: AbortSignal | undefined;
}

/** Runs a plan: lanes together, the runs of a lane one after another; answers in plan order (P1-P3). */
export async function runAll(
  plan: RunPlan,
  event: HookEvent,
  context: RunContext,
): Promise<readonly HookRun[]> {
  const stdin = `${JSON.stringify(event.input)}\n`;
  const lanes = plan.lanes.map(async (lane) => {
    const runs: HookRun[] = [];
    for (const planned of lane) runs.push(await runOne(planned, event, stdin, context));
    return runs;
  });
  return (await Promise.all(lanes)).flat().sort((a, b) => a.planned.order - b.planned.order);
}

async function runOne(
  planned: PlannedRun,
  event: HookEvent,
  stdin: string,
  context: RunContext,
): Promise<HookRun> {
  const startedAt = context.clock.date();
  const start = context.clock.now();
  const { handler, limitMs } = planned;
  if (handler.type !== "command") {
    const empty = { text: "", bytes: 0, complete: true };
    const end = { how: "couldNotStart", cause: `${handler.type} hooks cannot run yet` } as const;
    return { planned, startedAt, durationMs: 0, end, stdout: empty, stderr: empty };
  }
  const result = await runProcess(
    {
      program: "/bin/sh",
      args: ["-c", handler.command],
      cwd: String(event.input["cwd"]),
      env: {
        ...context.environmentFor(planned.hook),
        CLAUDECODE: "1",
        CLAUDE_PROJECT_DIR: context.projectDirectory,
      },
      stdin,
      limitMs,
      signal: context.signal,
    },
    context.spawn,
    context.clock,
  );
  return { planned, startedAt, durationMs: context.clock.now() - start, ...result };
}
