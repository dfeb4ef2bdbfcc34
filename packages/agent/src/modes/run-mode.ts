import { randomUUID } from "node:crypto";
import type { Writable } from "node:stream";
import { brand, printedLines } from "@snaphook/protocol";
import type { AgentEvent, Emit } from "../loop/agent-event.ts";
import type { AgentOptions } from "../loop/agent-options.ts";
import { fixedPrompts, type Inputs } from "./inputs.ts";
import { type Output, outputTo } from "./output.ts";
import { jsonView } from "./print/json-view.ts";
import { textView } from "./print/text-view.ts";
import { type OpenSession, runHeadless } from "./run-headless.ts";
import { type RecordOptions, sessionRecords } from "./session-records.ts";
import type { StopRequest } from "./stop-signals.ts";
import { streamInputs } from "./stream-json/stream-inputs.ts";
import { type StreamView, streamView } from "./stream-json/stream-view.ts";
import type { View } from "./view.ts";

/** Where inputs come from: nowhere, a prompt, or stream-json until the stream ends. */
export type ModeInput =
  /** The session begins and ends. */
  | { readonly kind: "nothing" }
  | { readonly kind: "prompt"; readonly text: string }
  | {
      readonly kind: "stream-json";
      readonly bytes: AsyncIterable<Uint8Array>;
      /** The driver answers permission questions. */
      readonly asksDriver: boolean;
    };

/** How a session without a terminal is shown. Stream-json input needs stream-json output. */
export interface ModeOptions extends RecordOptions {
  readonly input: ModeInput;
  readonly outputFormat: "text" | "json" | "stream-json";
  readonly verbose?: boolean;
  readonly includeHookEvents?: boolean;
  readonly includePartialMessages?: boolean;
  readonly replayUserMessages?: boolean;
  /** Events as lines for people: instead of the plain result, or on stderr beside other formats. */
  readonly timeline?: Timeline;
}

export interface RunModeOptions {
  readonly open: OpenSession;
  readonly agent: Omit<AgentOptions, "emit" | "trace">;
  readonly mode: ModeOptions;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Aborted with a `StopRequest` to end the run. */
  readonly stop: AbortSignal;
  readonly newId?: () => string;
}

/** Runs one mode from the first input to the last byte of output, and returns the exit code. */
export async function runMode(options: RunModeOptions): Promise<number> {
  const { open, agent, mode, newId = randomUUID } = options;
  const outputs = { stdout: outputTo(options.stdout), stderr: outputTo(options.stderr) };
  const { trace, emit: record } = sessionRecords(mode, outputs.stderr);
  const { view, inputs, stops } = partsOf(mode, outputs, newId);
  // Keeps the process alive during a turn that only waits for a callback.
  const alive = setInterval(() => {}, 2 ** 30);
  const stop = AbortSignal.any([options.stop, ...stops]);
  try {
    const exitCode = await runHeadless({
      open,
      agent: { ...agent, ...(trace ? { trace } : {}) },
      inputs,
      view: { ...view, emit: both(record, view.emit) },
      stop,
    });
    await outputs.stdout.flush();
    const { gone } = outputs.stdout;
    const ended = [stop, gone].find(({ aborted }) => aborted)?.reason as StopRequest | undefined;
    if (ended) outputs.stderr.write(printedLines([`${brand.command}: ${ended.why}`]));
    await outputs.stderr.flush();
    return exitCode === 0 && ended ? ended.exitCode : exitCode;
  } finally {
    clearInterval(alive);
  }
}

interface Outputs {
  readonly stdout: Output;
  readonly stderr: Output;
}

interface Parts {
  readonly view: View;
  readonly inputs: Inputs;
  /** What ends the session besides signals. */
  readonly stops: readonly AbortSignal[];
}

function partsOf(mode: ModeOptions, outputs: Outputs, newId: () => string): Parts {
  const { input, timeline, outputFormat } = mode;
  const { stdout, stderr } = outputs;
  if (outputFormat === "stream-json") {
    const view = streamView({
      ...outputs,
      newId,
      includeHookEvents: mode.includeHookEvents ?? false,
      includePartialMessages: mode.includePartialMessages ?? false,
      replayUserMessages: mode.replayUserMessages ?? false,
    });
    const inputs = inputsOf(input, view, newId);
    // When the reader has closed the stream, further work is useless.
    const stops = [stdout.gone];
    return { view: timeline ? withTimeline(view, timeline, stderr) : view, inputs, stops };
  }
  if (input.kind === "stream-json")
    throw new Error("--input-format stream-json needs --output-format stream-json");
  const inputs = promptsOf(input);
  // The timeline shows what progress would show.
  const shownOn = timeline ? { stdout, stderr: { ...stderr, isTerminal: false } } : outputs;
  if (outputFormat === "json") {
    const view = jsonView({ ...shownOn, newId, verbose: mode.verbose ?? false });
    return { view: timeline ? withTimeline(view, timeline, stderr) : view, inputs, stops: [] };
  }
  const view = textView({ ...shownOn, verbose: mode.verbose ?? false });
  const shown = timeline ? withTimeline({ ...view, finish() {} }, timeline, stdout) : view;
  return { view: shown, inputs, stops: [] };
}

const inputsOf = (input: ModeInput, view: StreamView, newId: () => string): Inputs =>
  input.kind === "stream-json" ? streamInputs({ ...input, view, newId }) : promptsOf(input);

const promptsOf = (input: Exclude<ModeInput, { readonly kind: "stream-json" }>): Inputs =>
  fixedPrompts(input.kind === "prompt" ? [input.text] : []);

const both =
  (first: Emit, second: Emit): Emit =>
  (event) => {
    first(event);
    second(event);
  };

/** Describes an event as lines for people. */
type Timeline = (event: AgentEvent) => readonly string[];

/** `--timeline`: adds the timeline to a view. */
const withTimeline = (view: View, timeline: Timeline, output: Output): View => ({
  ...view,
  emit(event) {
    view.emit(event);
    // A row has marks of its own before its further lines.
    output.write(printedLines(timeline(event).flatMap((row) => row.split("\n"))));
  },
});
