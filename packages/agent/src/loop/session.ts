import { randomUUID } from "node:crypto";
import type { Clock } from "@snaphook/engine";
import { expandCommand } from "../commands/expand-command.ts";
import type { SlashCommand } from "../commands/slash-command.ts";
import type { TextBlock } from "../conversation/message.ts";
import { textBlock } from "../effects/hook-text.ts";
import { applySessionStart } from "../effects/session-start.ts";
import { instructionsLoadedInput } from "../instructions/instruction-file.ts";
import type { Instructions } from "../instructions/load-instructions.ts";
import { ModelError } from "../model/model.ts";
import type { BegunSession } from "../sessions/begin-session.ts";
import { openTranscript, type Transcript } from "../sessions/open-transcript.ts";
import { endBackgroundCommands } from "../tools/shell/background-commands.ts";
import type { Agent } from "./agent.ts";
import type { TurnResult } from "./agent-event.ts";
import type { AgentOptions, AgentSession } from "./agent-options.ts";
import type { ConfigChanges } from "./config-changes.ts";
import { endOfError, type InputEnd, resultOf } from "./end-of-input.ts";
import { runTurn } from "./run-turn.ts";
import { type Preceding, takePrompt } from "./take-prompt.ts";
import { createTally, type TurnTally } from "./turn-tally.ts";

/** What a session is made of. */
export interface SessionParts {
  readonly options: AgentOptions;
  readonly agent: Agent;
  readonly begun: BegunSession;
  /** Where the transcripts of this directory are. */
  readonly folder: string;
  readonly changes: ConfigChanges;
  readonly commands: readonly SlashCommand[];
  readonly untrusted: readonly string[];
  loadInstructions(): Promise<Instructions>;
  /** The conversation the session is in now; `/clear` moves it to another. */
  transcript(): Transcript;
  /** From here on hooks are told another `prompt_id`. */
  nextPrompt(): void;
  move(transcript: Transcript): void;
}

/** Commands that are no files. */
const builtIn = ["clear"];

/** StopFailure is not waited for, but what it started may finish while the session ends. */
const lastHooksMs = 1000;

/** A session of the agent: what happens around the turns. */
export function createSession(parts: SessionParts): AgentSession {
  const { agent, options, begun, changes } = parts;
  const { emit, context } = agent;
  const { clock } = context;
  let preceding: TextBlock[] = [];
  let head = "";
  let turn = new AbortController();
  let running: Promise<unknown> = Promise.resolve();
  const unwaited = new Set<Promise<unknown>>();

  /** G3: instructions, then what hooks say at the start, precede the first prompt. */
  async function begin(source: string): Promise<string | undefined> {
    announce(source);
    if (options.setup)
      precede(
        applySessionStart(await reported("Setup", { trigger: options.setup }), agent.profile)
          .context,
      );
    const model = agent.model.id;
    const outcome = await reported("SessionStart", { source, model });
    const beginning = applySessionStart(outcome, agent.profile, source);
    const { context: texts, firstPrompt } = beginning;
    head = beginning.head;
    await instruct();
    precede(texts.filter((text) => !wasTold(source, text)));
    changes.start();
    return firstPrompt;
  }
  const precede = (texts: readonly string[]) => preceding.push(...texts.map(textBlock));
  const takePreceding = (): Preceding => {
    const taken = { blocks: preceding.splice(0), head };
    head = "";
    return taken;
  };

  async function reported<Name extends "Setup" | "SessionStart" | "SessionEnd">(
    name: Name,
    input: Readonly<Record<string, unknown>>,
  ) {
    const outcome = await agent.hooks().fire(name, input);
    agent.report(outcome);
    return outcome;
  }

  /** SPEC 12: what a resumed session was told before is not always told again. */
  const wasTold = (source: string, text: string): boolean =>
    source !== "startup" &&
    agent.profile.resumedSessionStart === "not-added-again" &&
    agent.conversation.holds(text);

  async function instruct(): Promise<void> {
    const { files, text, problems } = await parts.loadInstructions();
    for (const problem of problems) emit({ type: "notice", level: "warning", text: problem });
    await Promise.all(
      files.map(async (file) =>
        agent.report(await agent.hooks().fire("InstructionsLoaded", instructionsLoadedInput(file))),
      ),
    );
    if (text !== "" && !agent.conversation.holds(text)) precede([text]);
  }

  function announce(source: string): void {
    emit({
      type: "init",
      sessionId: parts.transcript().sessionId,
      transcriptPath: parts.transcript().path,
      model: agent.model.id,
      tools: [...agent.tools.keys()],
      slashCommands: [...builtIn, ...parts.commands.map(({ name }) => name)],
      cwd: context.cwd(),
      permissionMode: agent.permissions.mode(),
      profile: agent.profile.name,
      source,
    });
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
    const expanded = expandCommand(text, parts.commands, builtIn);
    if (expanded?.kind === "unknown") return settled(expanded.message, tally);
    const taken = await takePrompt(agent, text, expanded, takePreceding, signal);
    if (taken.do === "end") {
      tally.numTurns = 0;
      return { terminal: taken.terminal, text: taken.text, stopReason: null };
    }
    return runTurn(agent, tally, signal);
  }

  /** G8: the conversation ends, and another begins in a session file of its own. */
  async function clear(tally: TurnTally): Promise<InputEnd> {
    await reported("SessionEnd", { reason: "clear" });
    agent.hooks().clearEnvironmentFiles();
    const transcript = parts.transcript();
    parts.move(
      await openTranscript({ folder: parts.folder, sessionId: randomUUID(), fresh: true }),
    );
    transcript.close();
    agent.conversation.clear();
    preceding = [];
    await begin("clear");
    return settled("", tally);
  }

  function settled(text: string, tally: TurnTally): InputEnd {
    tally.numTurns = 0;
    return { terminal: "completed", text, stopReason: null };
  }

  async function finish(reason: string): Promise<void> {
    turn.abort();
    await running.catch(() => undefined);
    await reported("SessionEnd", { reason });
    await changes.stop();
    await Promise.race([Promise.all(unwaited), wait(clock, lastHooksMs)]);
    await endBackgroundCommands(context);
    await agent.hooks().close();
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
      const first = await begin(sourceOf(begun.source, agent));
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
      for (const text of await agent.permissions.update([update]))
        emit({ type: "notice", level: "warning", text });
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

/** SPEC 12: a fork is told as what the profile calls it. */
const sourceOf = (source: BegunSession["source"], { profile }: Agent): string =>
  source === "fork" ? profile.forkSource : source;
