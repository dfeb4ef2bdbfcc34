import { randomUUID } from "node:crypto";
import type { Clock } from "@snaphook/engine";
import { expandCommand } from "../commands/expand-command.ts";
import { ModelError } from "../model/model.ts";
import type { BegunSession } from "../sessions/begin-session.ts";
import { openTranscript, type Transcript } from "../sessions/open-transcript.ts";
import { endBackgroundCommands } from "../tools/shell/background-commands.ts";
import type { TurnResult } from "./agent-event.ts";
import type { AgentOptions, AgentSession } from "./agent-options.ts";
import { type BeginningParts, builtInCommands, createBeginnings } from "./beginnings.ts";
import { modelOfCommand, withGrants } from "./command-grants.ts";
import type { ConfigChanges } from "./config-changes.ts";
import { endOfError, type InputEnd, resultOf } from "./end-of-input.ts";
import { letBegin } from "./let-begin.ts";
import { runTurn } from "./run-turn.ts";
import { takePrompt } from "./take-prompt.ts";
import { createTally, type TurnTally } from "./turn-tally.ts";
import { warning } from "./warning.ts";

/** What a session is made of. */
export interface SessionParts extends BeginningParts {
  readonly options: AgentOptions;
  readonly begun: BegunSession;
  /** Where the transcripts of this directory are. */
  readonly folder: string;
  readonly changes: ConfigChanges;
  readonly untrusted: readonly string[];
  /** From here on hooks are told another `prompt_id`. */
  nextPrompt(): void;
  /** Goes on in another conversation, as `/clear` does. */
  move(transcript: Transcript): void;
}

/** StopFailure is not waited for, but what it started may finish before the session ends. */
const lastHooksMs = 1000;

/** A session of the agent: what happens around the turns. */
export function createSession(parts: SessionParts): AgentSession {
  const { agent, options, begun, changes } = parts;
  const { emit, context } = agent;
  const { clock } = context;
  let turn = new AbortController();
  let running: Promise<unknown> = Promise.resolve();
  const unwaited = new Set<Promise<unknown>>();

  const beginnings = createBeginnings(parts);

  async function fireEnd(reason: string): Promise<void> {
    agent.report(await agent.hooks().fire("SessionEnd", { reason }));
  }

  /** One input, from whoever gave it to its `result`. */
  async function input(handle: (tally: TurnTally) => Promise<InputEnd>): Promise<TurnResult> {
    const start = clock.now();
    const tally = createTally();
    turn = new AbortController();
    const { signal } = turn;
    parts.nextPrompt();
    const end = await handle(tally).catch((error: unknown) => {
      if (error instanceof ModelError && !signal.aborted) stopFailure(error);
      return endOfError(error, signal, tally);
    });
    const result = resultOf(end, tally, {
      durationMs: Math.round(clock.now() - start),
      untrustedHooks: parts.untrusted,
    });
    emit({ type: "result", result });
    return result;
  }

  /** Not waited for: the turn has ended. */
  function stopFailure({ kind, message }: ModelError): void {
    const fired = agent
      .hooks()
      .fire("StopFailure", { error: kind, error_details: message })
      .then(agent.report)
      .finally(() => unwaited.delete(fired));
    unwaited.add(fired);
  }

  async function prompt(text: string, tally: TurnTally): Promise<InputEnd> {
    const { signal } = turn;
    if (text.trim() === "/clear") return clear(tally);
    const expanded = expandCommand(text, parts.commands, builtInCommands);
    if (expanded?.kind === "unknown") return settled(expanded.message, tally);
    const taken = await takePrompt(agent, text, expanded, beginnings.takePreceding, signal);
    if (taken.do === "end") {
      tally.numTurns = 0;
      return { terminal: taken.terminal, text: taken.text, stopReason: null };
    }
    if (!expanded) return runTurn(agent, tally, signal);
    tally.model = modelOfCommand(expanded, options);
    return withGrants(agent, expanded, options, () => runTurn(agent, tally, signal));
  }

  /** G8: the conversation ends, and another begins in a session file of its own. */
  async function clear(tally: TurnTally): Promise<InputEnd> {
    await fireEnd("clear");
    agent.hooks().config.clearEnvironmentFiles();
    const transcript = parts.transcript();
    parts.move(
      await openTranscript({ folder: parts.folder, sessionId: randomUUID(), fresh: true }),
    );
    transcript.close();
    agent.conversation.clear();
    beginnings.takePreceding();
    await beginnings.begin("clear");
    return settled("", tally);
  }

  function settled(text: string, tally: TurnTally): InputEnd {
    tally.numTurns = 0;
    return { terminal: "completed", text, stopReason: null };
  }

  async function finish(reason: string): Promise<void> {
    turn.abort();
    await running.catch(() => undefined);
    await Promise.race([Promise.all(unwaited), wait(clock, lastHooksMs)]);
    await fireEnd(reason);
    await changes.stop();
    await letBegin(agent.hooks(), clock);
    await endBackgroundCommands(context);
    for (const { run, event } of await agent.hooks().close())
      emit(
        warning(
          `${run.planned.hook.label} (${event.name}) still ran in the background and was ended with the session`,
        ),
      );
    parts.transcript().close();
  }
  let ended: Promise<void> | undefined;

  return {
    get id() {
      return parts.transcript().sessionId;
    },
    get transcriptPath() {
      return parts.transcript().path;
    },
    async start() {
      const first = await beginnings.begin(sourceOf(begun.source, agent));
      changes.start();
      if (first !== undefined) await this.prompt(first);
    },
    prompt(text) {
      const result = input((tally) => prompt(text, tally));
      running = result;
      return result;
    },
    interrupt: () => turn.abort(),
    async setPermissionMode(mode) {
      const update = { type: "setMode", mode, destination: "session" } as const;
      for (const text of await agent.permissions.update([update])) emit(warning(text));
    },
    end(reason) {
      ended ??= finish(reason);
      return ended;
    },
  };
}

const wait = (clock: Clock, ms: number) =>
  new Promise<void>((resolve) => {
    clock.after(ms, resolve, { idle: true });
  });

/** Section 12 of the contract: a fork is told as what the profile calls it. */
const sourceOf = (source: BegunSession["source"], { profile }: SessionParts["agent"]): string =>
  source === "fork" ? profile.forkSource : source;
