import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ModelsForHooks } from "@snaphook/agent";
import { firedEvents } from "@snaphook/agent/events";
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
import { checkTraceFile } from "../check-trace-file.ts";
import type { InputOptions } from "../event-input.ts";
import {
  loadHooks,
  refuseLoadErrors,
  reportLoadErrors,
  reportParentSettings,
  type SourceOptions,
} from "../load-hooks.ts";
import { modelName } from "../model-name.ts";
import { printJson, printMessage, printReport, writeExactly } from "../print.ts";
import { inputOfHost, profileInput } from "../profile-input.ts";
import { eventNamed, UsageError } from "../usage-error.ts";

export interface RunOptions extends SourceOptions, InputOptions {
  readonly trace?: string;
  /** The model for prompt and agent hooks; without one they fail. */
  readonly model?: string;
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
  const folder = join(tmpdir(), `${brand.command}-run-${randomUUID()}`);
  let isNamed = false;
  let endTools = () => {};
  try {
    checkTraceFile(options.trace);
    const records: TraceRecord[] = [];
    const sessionId = randomUUID();
    const models = await modelsFor(options);
    let byAgent: readonly EventName[] = [];
    hooks = await loadHooks(options, {
      // This command fires the event, whether the agent would or not.
      fires(profile, ofSettings) {
        byAgent = firedEvents(profile, {
          asks: false,
          headless: true,
          env: { ...process.env, ...ofSettings },
        });
        return [...byAgent, event];
      },
      trace: traceInto(records, options.trace),
      headless: true,
      sessionId,
      sessionFolder: folder,
      model: models.model,
      agent: models.agent,
    });
    if (options.asHook && canRefuse(event, options, hooks)) refuseLoadErrors(hooks, event);
    reportLoadErrors(hooks);
    await reportParentSettings(hooks);
    endTools = await models.useTools({ hooks, sessionId, folder });
    const around = { ...hooks, sessionId };
    const input = options.asHook
      ? inputOfHost(event, around)
      : profileInput(event, options, around);
    const session = hooks.scope({ sessionId: String(input["session_id"]) });
    const report = await runReport(session, records, {
      event,
      input,
      fired: byAgent.includes(event),
    });
    // A file with output that was too long stays, because the report names it.
    isNamed = JSON.stringify(report).includes(folder);
    const answer = answerAsHook(report);
    if (options.asHook) {
      writeExactly(process.stdout, answer.stdout);
      writeExactly(process.stderr, answer.stderr);
    } else {
      if (options.json) printJson(report);
      else printReport(printRun(report));
      if (answer.exitCode === 2) printMessage(answer.stderr.trimEnd());
    }
    process.exitCode = answer.exitCode;
  } catch (error) {
    if (!options.asHook || !canRefuse(event, options, hooks)) throw error;
    printError(error);
    process.exitCode = 2;
  } finally {
    await close(hooks);
    endTools();
    if (!isNamed) rmSync(folder, { recursive: true, force: true });
  }
}

/** Loaded only on demand: providers are slow to load. */
async function modelsFor({ model }: RunOptions): Promise<ModelsForHooks> {
  if (model === undefined) return noModels;
  const { modelsForHooks } = await import("@snaphook/agent");
  const warn = (text: string) => printMessage(`${brand.command}: ${text}`);
  const trial = { model: modelName(model), env: process.env, warn };
  return modelsForHooks(trial).catch((error: unknown) => {
    throw new UsageError(`--model: ${error instanceof Error ? error.message : String(error)}`);
  });
}

const missing = async () => {
  throw new Error(
    "this command has no model; name one with --model, or answers with --model script:FILE",
  );
};

const noModels: ModelsForHooks = {
  model: { ask: missing },
  agent: { run: missing },
  useTools: async () => () => {},
};

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
  const file =
    path === undefined
      ? undefined
      : jsonLinesTrace(path, { onFailure: (message) => printMessage(`warning: ${message}`) });
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
  printMessage(`${brand.command}: ${error instanceof Error ? error.message : String(error)}`);
