import { resolve } from "node:path";
import {
  isComplete,
  printReplay,
  ReplayError,
  type ReplayOptions,
  type ReplayProgress,
  replay as replaySessions,
} from "@snaphook/bench";
import { checkCopied, fileOrJson, pluginFolders, type SourceOptions } from "../load-hooks.ts";
import { printJson, printMessage, printProgress, printReport } from "../print.ts";
import { settingSourcesOf } from "../setting-sources.ts";
import { UsageError } from "../usage-error.ts";

export interface ReplayFlags extends SourceOptions {
  readonly skip?: readonly string[];
  readonly jobs?: string;
  readonly strict?: boolean;
  readonly json?: boolean;
}

/**
 * `replay`: fires recorded calls and prompts again; exits with 0 if everything was replayed, with all hooks, otherwise
 * with 1. An interrupt ends it, and it prints what is known by then.
 */
export async function replay(files: readonly string[], flags: ReplayFlags): Promise<void> {
  const { json = false, strict = false } = flags;
  const options = optionsOf(files, flags);
  const interrupt = new AbortController();
  const onInterrupt = () => {
    printProgress();
    printMessage("interrupted: ending the hooks that run; once more ends at once");
    interrupt.abort();
  };
  process.once("SIGINT", onInterrupt);
  const report = await replaySessions({
    ...options,
    signal: interrupt.signal,
    ...(json ? {} : { onProgress: progressLine() }),
  }).catch((error: unknown) => {
    throw error instanceof ReplayError ? new UsageError(error.message) : error;
  });
  process.removeListener("SIGINT", onInterrupt);
  printProgress();
  if (json) printJson(report);
  else printReport(printReplay(report));
  process.exitCode = isComplete(report) && !(strict && report.changes.length > 0) ? 0 : 1;
}

function optionsOf(files: readonly string[], flags: ReplayFlags): ReplayOptions {
  const { profile, settings, settingSources, pluginDir, skip = [], jobs } = flags;
  const cwd = resolve(flags.cwd);
  checkCopied(cwd);
  const count = jobs === undefined ? undefined : Number(jobs);
  if (count !== undefined && !(Number.isInteger(count) && count > 0))
    throw new UsageError(`--jobs must be a whole number above 0, not "${jobs}"`);
  return {
    cwd,
    paths: files.map((file) => resolve(file)),
    trustProject: flags.trustProject ?? false,
    pluginDirectories: pluginFolders(pluginDir),
    skip,
    ...(profile === undefined ? {} : { profile }),
    ...(settings === undefined ? {} : { settings: fileOrJson(settings) }),
    ...(settingSources === undefined ? {} : { settingSources: settingSourcesOf(settingSources) }),
    ...(count === undefined ? {} : { jobs: count }),
  };
}

/** How often the line with the progress changes. */
const progressMs = 100;

function progressLine(): (progress: ReplayProgress) => void {
  let shown = 0;
  return ({ part, events, changes }) => {
    const now = performance.now();
    if (now - shown < progressMs) return;
    shown = now;
    const bar = "█".repeat(Math.floor(part * 20)).padEnd(20, "░");
    printProgress(`${bar} ${Math.floor(part * 100)} %: ${events} events, ${changes} different `);
  };
}
