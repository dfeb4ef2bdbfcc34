import { answerAsHook, printRun, runReport } from "@snaphook/bench";
import { type Hooks, jsonLinesTrace, type TraceRecord, type TraceSink } from "@snaphook/engine";
import {
  brand,
  type EventName,
  events,
  isRefusable,
  profileNamed,
  profiles,
} from "@snaphook/protocol";
import { eventInput, type InputOptions } from "../event-input.ts";
import { loadHooks, type SourceOptions } from "../load-hooks.ts";
import { eventNamed } from "../usage-error.ts";

export interface RunOptions extends SourceOptions, InputOptions {
  readonly trace?: string;
  readonly asHook?: boolean;
  readonly json?: boolean;
}

/**
 * `run`: fires an event for real; exits 0 or 2 like a hook.
 *
 * Contract: as a hook it fails closed. Whatever goes wrong on an event that can be refused is a
 * refusal; exit 1 would let the other agent go ahead.
 */
export async function run(eventName: string, options: RunOptions): Promise<void> {
  const event = eventNamed(eventName);
  let hooks: Hooks | undefined;
  try {
    const records: TraceRecord[] = [];
    hooks = await loadHooks(options, { trace: traceInto(records, options.trace), headless: true });
    const given = options.asHook ? { input: "-", whole: true } : {};
    const input = eventInput(event, { ...options, ...given }, hooks.cwd);
    const report = await runReport(hooks, records, event, input);
    const answer = answerAsHook(report);
    const told = options.json ? JSON.stringify(report, null, 2) : printRun(report);
    process.stdout.write(options.asHook ? answer.stdout : `${told}\n`);
    if (options.asHook || answer.exitCode === 2) process.stderr.write(answer.stderr);
    process.exitCode = answer.exitCode;
  } catch (error) {
    if (!options.asHook || !refusesHere(event, options, hooks)) throw error;
    complain(error);
    process.exitCode = 2;
  } finally {
    await closed(hooks);
  }
}

/** What was answered stands, however the end goes. */
async function closed(hooks: Hooks | undefined): Promise<void> {
  try {
    await hooks?.close();
  } catch (error) {
    complain(error);
  }
}

/** Keeps the records for the report, and writes them to the file that was asked for. */
function traceInto(records: TraceRecord[], path: string | undefined): TraceSink {
  const file = path === undefined ? undefined : jsonLinesTrace(path);
  return {
    record(record) {
      records.push(record);
      file?.record(record);
    },
    close: () => file?.close?.(),
  };
}

/** By the profile that was loaded, else by the one asked for. */
function refusesHere(event: EventName, { profile }: RunOptions, hooks: Hooks | undefined): boolean {
  const loaded = hooks && profileNamed(hooks.profile);
  return isRefusable(events[event], loaded ?? profiles[profile ?? "reference"]);
}

const complain = (error: unknown): void =>
  console.error(`${brand.command}: ${error instanceof Error ? error.message : String(error)}`);
