import { spawn as systemSpawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import {
  type ConfiguredHook,
  createHooks,
  type FireInput,
  type TraceRecord,
} from "@snaphook/engine";
import type { Spawn } from "@snaphook/engine/internal";
import { brand, definitionOf, events, inputForHooks, isProfileName } from "@snaphook/protocol";
import { sampleFor, type TriedInput } from "../chaos/refused-inputs.ts";
import { profileOf } from "../chaos/run-alone.ts";
import { type HookAlone, hookAlone, type Originals } from "../test/hook-alone.ts";
import { makeScratch, type Scratch } from "../test/scratch.ts";
import { median } from "./median.ts";

/** How long a hook takes. */
export interface Cost {
  readonly coldMs: number | null;
  readonly prewarmedMs: number | null;
  readonly runs: number;
  /** Why something was not measured, or what the runs ended with. */
  readonly because: string | null;
}

export const notMeasured = (because: string): Cost => ({
  coldMs: null,
  prewarmedMs: null,
  runs: 0,
  because,
});

/** How often a hook runs in each way, how long one run may take, and when the runs together have taken enough. */
const maxRuns = 5;
const limitSeconds = 10;
const enoughMs = 3000;

export interface CostOptions extends Originals {
  readonly cwd: string;
  readonly profile: string;
  /** Variables that settings set. */
  readonly environment: Readonly<Record<string, string>>;
  /** Asked after the project was copied: a script that changed before is then found to be changed (T8). */
  isReady(): Promise<boolean>;
}

/** Runs a hook with a sample of its event, in a copy of the project, with new processes and with prewarmed ones. */
export async function measureCost(hook: ConfiguredHook, options: CostOptions): Promise<Cost> {
  if (definitionOf(hook.handler).run.by !== "process")
    return notMeasured("it is not a program, and no request is sent");
  const input = sampleFor(hook);
  if (input === undefined) return notMeasured("there is no sample that selects it");
  const scratch = await makeScratch(options.cwd, `${brand.command}-doctor`);
  try {
    if (!(await options.isReady())) return notMeasured("it changed a moment ago");
    const alone = hookAlone(hook, scratch, options);
    const place = { input, scratch, options, alone };
    const cold = await runsOf(place, false);
    const first = cold.records[0]?.ran[0];
    if (first === undefined) return notMeasured("the sample of its event does not select it");
    if (first.end.how === "timedOut") return notMeasured(`it takes longer than ${limitSeconds} s`);
    const coldMs = median(cold.times);
    const ending =
      first.failure === undefined ? null : `with a sample it fails: ${first.failure.detail}`;
    if (events[hook.event].hasEnvironmentFile)
      return cost(coldMs, null, cold.times, ending ?? `${hook.event} hooks are never prewarmed`);
    const warm = await runsOf(place, true, coldMs ?? 0);
    const why =
      warm.times.length === 0 ? "it does not wait for its input, so it cannot be prewarmed" : null;
    return cost(coldMs, median(warm.times), cold.times, ending ?? why);
  } finally {
    await scratch.remove();
  }
}

const cost = (
  coldMs: number | null,
  prewarmedMs: number | null,
  { length }: readonly number[],
  because: string | null,
): Cost => ({ coldMs, prewarmedMs, runs: length, because });

interface Place {
  readonly alone: HookAlone;
  readonly input: TriedInput;
  readonly scratch: Scratch;
  readonly options: CostOptions;
}

/** Fires the event again and again in a session that has this hook alone. `startMs`: how long a spare needs to get ready. */
async function runsOf({ alone, input, scratch, options }: Place, prewarm: boolean, startMs = 0) {
  const records: TraceRecord[] = [];
  const times: number[] = [];
  let started = 0;
  const spawn: Spawn = (...args) => {
    started++;
    return systemSpawn(...args);
  };
  const sessionId = randomUUID();
  const hooks = await createHooks({
    cwd: scratch.project,
    home: scratch.home,
    managedFile: join(scratch.base, "no-managed-settings.json"),
    settingSources: [],
    settings: alone.settings((handler) => measured(handler, prewarm)),
    env: { ...scratch.env, ...options.environment },
    sessionId,
    sessionFolder: join(scratch.base, sessionId),
    headless: true,
    spawn,
    trace: { record: (record) => void records.push(record) },
    ...(isProfileName(options.profile) ? { profile: options.profile } : {}),
  });
  const fields = inputForHooks(profileOf(options.profile), input.inFolder(scratch.project));
  try {
    const end = Date.now() + enoughMs;
    for (let run = 0; run < maxRuns + (prewarm ? 1 : 0); run++) {
      const before = started;
      await hooks.fire(input.event, fields as FireInput<typeof input.event>);
      const ms = records.at(-1)?.ran[0]?.durationMs;
      // A prewarmed process was started before the event.
      if (ms !== undefined && started > before !== prewarm) times.push(ms);
      if (ms === undefined || Date.now() > end) break;
      // The next spare starts now, and should be ready when it is needed, as in a session.
      if (prewarm) await wait(startMs + 20);
    }
  } finally {
    await hooks.close();
  }
  return { records, times };
}

/** It runs on every event of its kind, and in the foreground. */
function measured(handler: Readonly<Record<string, unknown>>, prewarm: boolean) {
  const { if: _if, once: _once, async: _async, asyncRewake: _rewake, ...rest } = handler;
  const timeout = Math.min(Number(rest["timeout"] ?? limitSeconds), limitSeconds);
  return { ...rest, timeout, prewarm };
}
