import { answerAsHook, printRun, runReport } from "@snaphook/bench";
import { jsonLinesTrace, type TraceRecord, type TraceSink } from "@snaphook/engine";
import { eventInput, type InputOptions } from "../event-input.ts";
import { loadHooks, type SourceOptions } from "../load-hooks.ts";
import { eventNamed } from "../usage-error.ts";

export interface RunOptions extends SourceOptions, InputOptions {
  readonly trace?: string;
  readonly asHook?: boolean;
  readonly json?: boolean;
}

/** `run`: fires an event for real; exits 0 or 2 like a hook. */
export async function run(eventName: string, options: RunOptions): Promise<void> {
  const event = eventNamed(eventName);
  const records: TraceRecord[] = [];
  const file = options.trace === undefined ? undefined : jsonLinesTrace(options.trace);
  const trace: TraceSink = {
    record(record) {
      records.push(record);
      file?.record(record);
    },
    close: () => file?.close?.(),
  };
  const hooks = await loadHooks(options, { trace, headless: true });
  const given = options.asHook ? { input: "-" } : {};
  try {
    const input = eventInput(event, { ...options, ...given }, hooks.cwd);
    const report = await runReport(hooks, records, event, input);
    const answer = answerAsHook(report);
    const told = options.json ? JSON.stringify(report, null, 2) : printRun(report);
    process.stdout.write(options.asHook ? answer.stdout : `${told}\n`);
    if (options.asHook || answer.exitCode === 2) process.stderr.write(answer.stderr);
    process.exitCode = answer.exitCode;
  } finally {
    await hooks.close();
  }
}
