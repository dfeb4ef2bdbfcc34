import { type Clock, shortLine, systemClock } from "@snaphook/engine/internal";
import { CommandLineError } from "../command-line-error.ts";
import { errorText } from "../error-text.ts";
import type { TurnResult } from "../loop/agent-event.ts";
import type { AgentOptions } from "../loop/agent-options.ts";
import type { AgentSession } from "../loop/agent-session.ts";
import type { Prompt } from "../loop/prompt.ts";
import { warning } from "../loop/warning.ts";
import { exitCodeOf, exitCodes } from "./exit-codes.ts";
import type { Inputs } from "./inputs.ts";
import { nextTurn } from "./next-turn.ts";
import type { StopRequest } from "./stop-signals.ts";
import type { View } from "./view.ts";

export type OpenSession = (options: AgentOptions) => Promise<AgentSession>;

export interface HeadlessOptions {
  readonly open: OpenSession;
  readonly agent: Omit<AgentOptions, "emit">;
  readonly inputs: Inputs;
  readonly view: View;
  /** Aborted with a `StopRequest` to end the run. */
  readonly stop: AbortSignal;
  readonly clock?: Pick<Clock, "after">;
}

/** How long an interrupted turn may take to return its result. */
const graceMs = 5000;

/**
 * Runs a session without a terminal and returns the exit code.
 *
 * 1. The first input opens the session; a driver's `initialize` does too, and the end of inputs, so that SessionStart
 *    and SessionEnd are fired for every session.
 * 2. Each input ends with a result; the last one gives the exit code.
 * 3. A stop interrupts the turn, and the session ends as usual.
 */
export async function runHeadless(options: HeadlessOptions): Promise<number> {
  const { inputs, view, stop } = options;
  let session: AgentSession | undefined;
  const interrupt = () => {
    session?.interrupt();
    inputs.close();
  };
  stop.addEventListener("abort", interrupt, { once: true });
  let exitCode: number = exitCodes.done;
  let reason = "other";
  try {
    await unlessStopped(stop, inputs.ready());
    if (!stop.aborted) session = await begin(options);
    const prompt = await unlessStopped(stop, inputs.next());
    if (session && !stop.aborted) await unlessStopped(stop, session.start());
    if (session && prompt !== undefined && !stop.aborted)
      ({ exitCode, reason = reason } = await runTurns(options, session, prompt));
    if (!stop.aborted) reportUnsent(options, reason);
    view.finish();
    const problem = inputs.problem();
    if (problem !== undefined && !stop.aborted) throw new Error(problem);
  } catch (error) {
    exitCode = error instanceof CommandLineError ? exitCodes.usage : exitCodes.notDone;
    view.fail(errorText(error));
  }
  exitCode = (await endSession(session, view, reason)) ? exitCode : exitCodes.notDone;
  stop.removeEventListener("abort", interrupt);
  inputs.close();
  return stop.aborted ? (stop.reason as StopRequest).exitCode : exitCode;
}

/** Runs the first input and everything after it, until one ends the session; the last turn gives the exit code. */
async function runTurns(
  options: HeadlessOptions,
  session: AgentSession,
  first: Prompt,
): Promise<{ readonly exitCode: number; readonly reason?: string }> {
  const { inputs, stop } = options;
  const startNext = nextTurn(session, inputs);
  let exitCode: number = exitCodes.done;
  let turn: Promise<TurnResult> | undefined = session.prompt(first);
  while (turn) {
    const result = await soonAfterStop(options, turn);
    exitCode = result ? exitCodeOf(result) : exitCodes.notDone;
    if (result?.endsSession !== undefined) return { exitCode, reason: result.endsSession };
    if (stop.aborted) break;
    const next = await unlessStopped(stop, Promise.race([startNext(), session.endsEarly]));
    if (typeof next === "string") return { exitCode, reason: next };
    turn = next?.result;
  }
  return { exitCode };
}

/** `/exit` and others end the session although prompts wait. */
function reportUnsent({ inputs, view }: HeadlessOptions, reason: string): void {
  for (const prompt of inputs.waiting()) {
    const text = shortLine(typeof prompt === "string" ? prompt : prompt.text);
    view.emit(warning(`the prompt ${text} was not sent, because the session ended (${reason})`));
  }
}

async function begin({ open, agent, inputs, view }: HeadlessOptions): Promise<AgentSession> {
  try {
    const session = await open(merged(agent, inputs.agentOptions(), view.emit));
    inputs.attach(session);
    return session;
  } catch (error) {
    inputs.refuse(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
}

/** What the driver asks for, in addition to the command line. */
const merged = (
  agent: HeadlessOptions["agent"],
  driver: Partial<AgentOptions>,
  emit: AgentOptions["emit"],
): AgentOptions => ({
  ...agent,
  ...driver,
  ...(agent.pluginDirectories && driver.pluginDirectories
    ? { pluginDirectories: [...agent.pluginDirectories, ...driver.pluginDirectories] }
    : {}),
  emit,
});

/** SessionEnd is fired even if the session failed. */
async function endSession(
  session: AgentSession | undefined,
  view: View,
  reason: string,
): Promise<boolean> {
  try {
    await session?.end(reason);
    return true;
  } catch (error) {
    view.fail(errorText(error));
    return false;
  }
}

/** The answer, or `undefined` as soon as the run is stopped. */
function unlessStopped<Value>(stop: AbortSignal, answer: Promise<Value>) {
  return raceWithStop(stop, answer, (onStop) => onStop());
}

/** The same, with time to answer after the stop: an interrupted turn has a result too. */
function soonAfterStop<Value>(
  { stop, clock = systemClock }: HeadlessOptions,
  answer: Promise<Value>,
) {
  return raceWithStop(stop, answer, (onStop) => void clock.after(graceMs, onStop, { idle: true }));
}

async function raceWithStop<Value>(
  stop: AbortSignal,
  answer: Promise<Value>,
  stopped: (onStop: () => void) => void,
): Promise<Value | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const onAbort = () => stopped(() => resolve(undefined));
  if (stop.aborted) onAbort();
  else stop.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([answer, promise]);
  } finally {
    stop.removeEventListener("abort", onAbort);
    // Ignored: nothing handles a failure after the end.
    answer.catch(() => {});
  }
}
