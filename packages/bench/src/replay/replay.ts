import { availableParallelism } from "node:os";
import type { HooksOptions } from "@snaphook/engine";
import { nearestName } from "@snaphook/engine/internal";
import type { ReplayReport } from "@snaphook/protocol";
import { createCopies } from "./copies.ts";
import { noDecision } from "./decision.ts";
import { findRecordings, problemIn } from "./find-recordings.ts";
import { createLanes, laneOf } from "./lanes.ts";
import { type Configuration, loadConfiguration, ReplayError } from "./load-configuration.ts";
import { readRecording } from "./read-recording.ts";
import { type Before, createTally, type Item } from "./tally.ts";

/** What to replay, and with which hooks. */
export interface ReplayOptions
  extends Pick<
    HooksOptions,
    | "cwd"
    | "home"
    | "profile"
    | "settings"
    | "settingSources"
    | "pluginDirectories"
    | "trustProject"
  > {
  /** Traces and transcripts, or folders to search for them. */
  readonly paths: readonly string[];
  /** Ids of hooks that do not run. */
  readonly skip?: readonly string[];
  /** How many copies of the project are used at the same time. Default: one per processor, at most eight. */
  readonly jobs?: number;
  /** Ends the replay; the report has what is known by then. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ReplayProgress) => void;
}

export interface ReplayProgress {
  /** How much of the files was replayed, from 0 to 1; an estimate, because files are read on the way. */
  readonly part: number;
  /** How many events were replayed. */
  readonly events: number;
  readonly changes: number;
}

const maxJobs = 8;

/**
 * Fires the calls and prompts of recorded sessions again, with the hooks of a project in copies of it, and reports
 * which decisions are different. No tool runs.
 *
 * A trace is compared with the outcomes in it. A transcript has none: it is compared with the same configuration
 * without `settings` and `settingSources`, or, if neither is given, with no hooks at all.
 *
 * Contract: starts only hooks that are trusted in the original project (T8). The same recordings, hooks and `jobs` give
 * the same report, except for times. A file or a line that cannot be read never keeps the others from being replayed.
 * Throws `ReplayError` if the options cannot be used.
 */
export async function replay(options: ReplayOptions): Promise<ReplayReport> {
  const started = performance.now();
  const { paths, cwd, jobs = Math.min(maxJobs, availableParallelism()) } = options;
  const { signal = new AbortController().signal, onProgress = () => {} } = options;
  const { changed, current } = await configurations(options);
  const found = findRecordings(paths, cwd);
  const tally = createTally(changed);
  for (const problem of found.problems) tally.problem(problem);
  const copies = createCopies({ changed, current }, tally.counts.note);

  async function decisionBefore({ event }: Item, lane: number): Promise<Before> {
    if (event.recorded) return { from: "recorded", decision: event.recorded };
    const copy = await copies.current(lane);
    if (!copy) return { from: "nothing", decision: noDecision };
    return { from: "current", decision: (await copy.fire(event, signal)).decision };
  }

  async function replayItem(item: Item, lane: number): Promise<void> {
    if (signal.aborted) return;
    const { event, index } = item;
    try {
      const before = await decisionBefore(item, lane);
      const fired = await (await copies.changed(lane)).fire(event, signal);
      // Hooks that were cancelled have decided nothing.
      if (!signal.aborted) tally.add(item, before, fired);
    } catch (error) {
      if (signal.aborted) return;
      const message = error instanceof Error ? error.message : String(error);
      const { file, line } = event;
      tally.problem(problemIn(file, message, "the event was not replayed", { line }), index);
    }
  }

  const lanes = createLanes<Item>(jobs, async (item, lane) => {
    await replayItem(item, lane);
    done += 1;
    const part = Math.min(1, bytes / Math.max(1, totalBytes)) * (done / Math.max(1, read));
    onProgress({ part, events: done, changes: tally.changed() });
  });
  const recordings: ReplayReport["recordings"] = [];
  const totalBytes = found.recordings.reduce((sum, { bytes }) => sum + bytes, 0);
  let [read, done, bytes] = [0, 0, 0];
  const known = new Set<string>();
  const reader = {
    known,
    problem: (problem: Parameters<typeof tally.problem>[0]) => tally.problem(problem, read),
    notReplayed: tally.notReplayed,
    progress(length: number) {
      bytes += length;
    },
  };
  try {
    // If no copy can be made, nothing can be replayed: that is an error, not a problem of each event.
    if (found.recordings.length > 0) tally.copied((await copies.changed(0)).keys);
    for (const { file } of found.recordings) {
      const reading = readRecording(file, reader);
      let step = await reading.next();
      for (; !step.done && !signal.aborted; step = await reading.next()) {
        await lanes.add(laneOf(read, jobs), { event: step.value, index: read });
        read += 1;
      }
      if (step.done) recordings.push(step.value);
      if (signal.aborted) break;
    }
    await lanes.end();
  } finally {
    await copies.close(signal);
  }
  return {
    project: changed.project,
    profile: changed.profile,
    interrupted: signal.aborted,
    recordings,
    ...tally.report(),
    durationMs: performance.now() - started,
  };
}

/** Whether everything was replayed, and every hook that an event selected could run, unless the user left it out. */
export const isComplete = ({ interrupted, replayed, diagnostics, hooks }: ReplayReport): boolean =>
  !interrupted &&
  Object.values(replayed).some((count) => count > 0) &&
  !diagnostics.some(({ level }) => level === "error") &&
  !hooks.some(({ state, missed }) => state === "untrusted" && missed > 0);

interface Configurations {
  readonly changed: Configuration;
  /** What transcripts are compared with; undefined: nothing. */
  readonly current: Configuration | undefined;
}

async function configurations(options: ReplayOptions): Promise<Configurations> {
  const { cwd, home, profile, pluginDirectories = [], trustProject = false, skip = [] } = options;
  const { settings, settingSources } = options;
  const common = {
    cwd,
    pluginDirectories,
    trustProject,
    ...(home === undefined ? {} : { home }),
    ...(profile === undefined ? {} : { profile }),
  };
  const changed = await loadConfiguration(
    {
      ...common,
      ...(settings === undefined ? {} : { settings }),
      ...(settingSources === undefined ? {} : { settingSources }),
    },
    skip,
  );
  const isSame = settings === undefined && settingSources === undefined;
  const current = isSame ? undefined : await loadConfiguration(common, skip);
  const ids = [changed, ...(current ? [current] : [])].flatMap(({ hooks }) =>
    hooks.map(({ hook }) => hook.id),
  );
  for (const id of skip) if (!ids.includes(id)) throw new ReplayError(unknownId(id, ids));
  return { changed, current };
}

function unknownId(id: string, ids: readonly string[]): string {
  const nearest = nearestName(id, ids);
  return `no hook has the id ${id}; ${nearest === undefined ? "the command hooks lists all ids" : `did you mean ${nearest}?`}`;
}
