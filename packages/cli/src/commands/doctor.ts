import { resolve } from "node:path";
import { allHealthy, doctorReport, printDoctor, TraceFileError } from "@snaphook/bench";
import {
  checkCopied,
  loadHooks,
  reportFileProblem,
  reportParentSettings,
  type SourceOptions,
} from "../load-hooks.ts";
import { printJson, printReport } from "../print.ts";
import { UsageError } from "../usage-error.ts";

export interface DoctorFlags extends SourceOptions {
  readonly trace?: readonly string[];
  /** False with `--no-run`. */
  readonly run: boolean;
  readonly json?: boolean;
}

/** `doctor`: what each hook needs and costs; exits with 1 if a hook cannot work or settings have errors. */
export async function doctor(flags: DoctorFlags): Promise<void> {
  const { trace = [], run, json = false } = flags;
  if (run) checkCopied(resolve(flags.cwd));
  const hooks = await loadHooks(flags);
  try {
    reportFileProblem(await hooks.trust.problem(), "nothing is trusted");
    await reportParentSettings(hooks);
    const traces = trace.map((file) => resolve(file));
    const report = await doctorReport(hooks, { traces, measure: run }).catch(asUsageError);
    if (json) printJson(report);
    else printReport(printDoctor(report));
    process.exitCode = allHealthy(report) ? 0 : 1;
  } finally {
    await hooks.close();
  }
}

function asUsageError(error: unknown): never {
  throw error instanceof TraceFileError ? new UsageError(error.message) : error;
}
