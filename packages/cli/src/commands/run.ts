import { randomUUID } from "node:crypto";
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
import type { InputOptions } from "../event-input.ts";
import { loadHooks, reportLoadErrors, type SourceOptions } from "../load-hooks.ts";
import { inputOfHost, profileInput } from "../profile-input.ts";
import { eventNamed } from "../usage-error.ts";

export interface RunOptions extends SourceOptions, InputOptions {
  readonly trace?: string;
  readonly asHook?: boolean;
  readonly json?: boolean;
}

/**
 * `run`: fires an event and runs its hooks; exits with 0 or 2 like a hook.
 *
 * Contract: as a hook it fails closed. On an event that can be refused, every error is a refusal; exit code 1
 * would let the other agent continue.
 */
export async function run(eventName: string, options: RunOptions): Promise<void> {
  const event = eventNamed(eventName);
  let hooks: Hooks | undefined;
  try {
    const records: TraceRecord[] = [];
    const sessionId = randomUUID();
    hooks = await loadHooks(options, {
      trace: traceInto(records, options.trace),
      headless: true,
      sessionId,
    });
    reportLoadErrors(hooks);
    const around = { ...hooks, sessionId };
    const input = options.asHook
      ? inputOfHost(event, around)
      : profileInput(event, options, around);
    const session = hooks.scope({ sessionId: String(input["session_id"]) });
    const report = await runReport(session, records, event, input);
    const answer = answerAsHook(report);
    const printed = options.json ? JSON.stringify(report, null, 2) : printRun(report);
    process.stdout.write(options.asHook ? answer.stdout : `${printed}\n`);
    if (options.asHook || answer.exitCode === 2) process.stderr.write(answer.stderr);
    process.exitCode = answer.exitCode;
  } catch (error) {
    if (!options.asHook || !canRefuse(event, options, hooks)) throw error;
    printError(error);
    process.exitCode = 2;
  } finally {
    await close(hooks);
  }
}

/** An error while closing does not change the answer. */
async function close(hooks: Hooks | undefined): Promise<void> {
  try {
    await hooks?.close();
  } catch (error) {
    printError(error);
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

/** Decided by the profile that was loaded, or else by the one on the command line. */
function canRefuse(event: EventName, { profile }: RunOptions, hooks: Hooks | undefined): boolean {
  const loaded = hooks && profileNamed(hooks.profile);
  return isRefusable(events[event], loaded ?? profiles[profile ?? "reference"]);
}

const printError = (error: unknown): void =>
  console.error(`${brand.command}: ${error instanceof Error ? error.message : String(error)}`);
