import {
  type AnyHandler,
  definitionOf,
  emptyTextOf,
  type RunBy,
  type WayToRun,
} from "@snaphook/protocol";
import type { HookEvent, JsonObject } from "../stages/hook-event.ts";
import type { HookRun } from "../stages/hook-run.ts";
import type { PlannedRun, RunPlan } from "../stages/run-plan.ts";
import { runCallback, runCheck } from "./code/run-code.ts";
import { runCommand } from "./command/run-command.ts";
import { runHttp } from "./http/run-http.ts";
import { runMcpTool } from "./model/run-mcp-tool.ts";
import { runAgent, runPrompt } from "./model/run-model.ts";
import type { PartialOutput } from "./process/process-request.ts";
import {
  facts,
  type RunContext,
  type RunFacts,
  type RunHandler,
  type RunRequest,
} from "./run-context.ts";

/** Every way to run a hook. Each handler type names one of them. */
const waysToRun: { readonly [Way in WayToRun]: RunHandler<Way> } = {
  process: runCommand,
  http: runHttp,
  model: runPrompt,
  agent: runAgent,
  mcp: runMcpTool,
  callback: runCallback,
  check: runCheck,
};

export interface RunAllOptions {
  readonly signal: AbortSignal | undefined;
  /** P2: how a run affects the later ones in its lane. */
  readonly afterRun: (run: HookRun) => {
    /** The tool input as this hook rewrote it. */
    readonly updatedInput?: JsonObject | undefined;
    /** `continue: false` ends the lane. */
    readonly stop: boolean;
  };
  readonly onStart?: ((planned: PlannedRun) => void) | undefined;
  /** What a process has printed so far; only if someone listens. */
  readonly onOutput?: ((planned: PlannedRun, output: PartialOutput) => void) | undefined;
  readonly onEnd?: ((run: HookRun) => void) | undefined;
}

/** Runs a plan: all lanes in parallel, the runs of a lane one after another; results in plan order (P1-P3). */
export async function runAll(
  plan: RunPlan,
  event: HookEvent,
  context: RunContext,
  options: RunAllOptions,
): Promise<readonly HookRun[]> {
  if (plan.lanes.length === 0) return [];
  const stdin = stdinOf(event);
  const [only] = plan.lanes;
  if (plan.lanes.length === 1 && only?.length === 1 && only[0])
    return [await runOne(only[0], event, stdin, context, options)];
  const lanes = await Promise.all(
    plan.lanes.map((lane) => runLane(lane, event, stdin, context, options)),
  );
  return lanes.flat().sort((a, b) => a.planned.order - b.planned.order);
}

async function runLane(
  lane: readonly PlannedRun[],
  event: HookEvent,
  stdin: string,
  context: RunContext,
  options: RunAllOptions,
): Promise<readonly HookRun[]> {
  const runs: HookRun[] = [];
  let currentEvent = event;
  let currentStdin = stdin;
  for (const planned of lane) {
    const run = await runOne(planned, currentEvent, currentStdin, context, options);
    runs.push(run);
    if (lane.length === 1) break;
    const { updatedInput, stop } = options.afterRun(run);
    if (stop) break;
    if (!updatedInput) continue;
    currentEvent = { ...currentEvent, input: { ...currentEvent.input, tool_input: updatedInput } };
    currentStdin = stdinOf(currentEvent);
  }
  return runs;
}

async function runOne(
  planned: PlannedRun,
  event: HookEvent,
  stdin: string,
  context: RunContext,
  { signal, onStart, onOutput, onEnd }: RunAllOptions,
): Promise<HookRun> {
  const startedAt = context.clock.date();
  const start = context.clock.now();
  onStart?.(planned);
  const listener = onOutput && ((output: PartialOutput) => onOutput(planned, output));
  const result = await attempt({ planned, event, stdin, signal, context, onOutput: listener });
  const run = { planned, startedAt, durationMs: context.clock.now() - start, ...result };
  onEnd?.(run);
  return run;
}

/** P1: an error in one run is recorded in that run, and the others continue. */
async function attempt(request: RunRequest): Promise<RunFacts> {
  const { handler } = request.planned;
  const empty = emptyTextOf(handler);
  // A shell would report success for an empty command, and the guard would let everything pass.
  if (empty !== undefined) return facts({ how: "couldNotStart", cause: `its ${empty} is empty` });
  try {
    return await runAs(definitionOf(handler).run, request);
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    return facts({ how: "couldNotStart", cause });
  }
}

const runAs = <Way extends WayToRun>(
  { by, with: targetOf }: RunBy<AnyHandler, Way>,
  request: RunRequest,
): Promise<RunFacts> => waysToRun[by](request, targetOf(request.planned.handler));

/** P6: one line of JSON and a newline. A value that JSON cannot represent becomes text: a tool's result may be anything. */
function stdinOf({ input }: HookEvent): string {
  try {
    return `${JSON.stringify(input)}\n`;
  } catch {
    return `${JSON.stringify(plain(input, []))}\n`;
  }
}

function plain(value: unknown, above: readonly unknown[]): unknown {
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return value;
  if (above.includes(value)) return "[circular]";
  const inside = [...above, value];
  if (Array.isArray(value)) return value.map((item) => plain(item, inside));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item, inside)]));
}
