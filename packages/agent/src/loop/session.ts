import { shortLine } from "@snaphook/engine/internal";
import { backgroundCommands, endBackgroundCommands } from "../tools/shell/background-commands.ts";
import { moveToBackground } from "../tools/shell/foreground-commands.ts";
import type { TerminalReason, TurnResult } from "./agent-event.ts";
import type { AgentSession } from "./agent-session.ts";
import { backgroundWork } from "./background-work.ts";
import { createSessionControl } from "./control/session-control.ts";
import { endSession } from "./end-session.ts";
import { createInputHandler } from "./handle-input.ts";
import { messageOf } from "./interactive/prompt-queue.ts";
import type { Prompt } from "./prompt.ts";
import { createInputRunner, type InputHandling } from "./run-input.ts";
import type { SessionParts } from "./session-parts.ts";
import { createStart } from "./session-start.ts";
import { reportEndedAgents } from "./subagents/report-ended-agents.ts";
import { interruptedTurn } from "./turn-result.ts";
import { warning } from "./warning.ts";

const limits: Readonly<Partial<Record<TerminalReason, string>>> = {
  max_turns: "--max-turns",
  max_budget: "--max-budget-usd",
};

/** A session of the agent: what happens around the turns. */
export function createSession(parts: SessionParts, close: () => void): AgentSession {
  const { agent, state, turn } = parts;
  const commands = backgroundCommands(agent.context);
  const { background } = parts.subagents;
  const work = backgroundWork(background, commands, parts.wakes, agent.context.clock);
  const handler = createInputHandler(parts);
  const runner = createInputRunner(parts);
  /** As recorded: after an interrupt the user is present, and needs no notification. */
  let wasInterrupted = false;
  let hadTurn = false;
  let isLimited = false;
  const start = createStart(parts, handler);
  let ended: Promise<void> | undefined;
  let sessionEnd: AbortController | undefined;
  /** Runs an input when the session has started; an interrupt before that, and the end, withdraw its prompts. */
  const afterStart = async (prompts: readonly Prompt[], handle: InputHandling) => {
    // Without a wait the turn begins at once, so that it can be interrupted.
    const isStarted = !start.isRunning() || (await start.done());
    const isWithdrawn = !isStarted || ended !== undefined;
    return ending(
      runner.run(async (tally, signal) =>
        isWithdrawn
          ? { ...interruptedTurn(tally), withdrawnPrompts: prompts }
          : handle(tally, signal),
      ),
    );
  };
  const prompt = (given: Prompt) =>
    afterStart([given], (tally, signal) => handler.handle(given, tally, signal));
  /** A turn that reached a limit is the last one of its input: agents that still run are ended. */
  const ending = async (turnResult: Promise<TurnResult>): Promise<TurnResult> => {
    const result = await turnResult;
    hadTurn = true;
    wasInterrupted = result.terminalReason.startsWith("aborted_");
    const limit = limits[result.terminalReason];
    isLimited = limit !== undefined;
    if (isLimited) await endAgents(`${limit} was reached`);
    return result;
  };
  const endAgents = async (why: string, which?: "teammates") => {
    const ended = `was ended, because ${why}`;
    reportEndedAgents(await background.end(which), agent, { ended, why });
  };
  const endAll = async (reason: string) => {
    close();
    await start.ended();
    for (const lost of parts.queue.takeBack())
      agent.emit(
        warning(
          `the prompt ${shortLine(messageOf(lost).text)} was not sent, because the session ended`,
        ),
      );
    await endSession(parts, runner, reason, () => {
      sessionEnd = new AbortController();
      return sessionEnd.signal;
    });
  };
  return {
    control: createSessionControl(parts),
    get title() {
      return state.title;
    },
    get id() {
      return state.transcript.sessionId;
    },
    get transcriptPath() {
      return state.transcript.path;
    },
    start: () =>
      start.run((first) =>
        ending(runner.run((tally, signal) => handler.handle(first, tally, signal))),
      ),
    prompt,
    queue: parts.queue,
    async runQueued() {
      const prompts = await parts.queue.takeNext();
      if (prompts.length === 0) return undefined;
      return afterStart(
        prompts.map(({ message }) => message),
        (tally, signal) => handler.handleQueued(prompts, tally, signal),
      );
    },
    async sendNow() {
      if (!(await parts.queue.allChecked())) return "no-prompt";
      return moveToBackground(agent.context) > 0 ? "moved" : "no-command";
    },
    runCommand: (command) =>
      afterStart([`!${command}`], (tally, signal) =>
        handler.runTypedCommand(command, tally, signal),
      ),
    waitsForInput: () =>
      !hadTurn || wasInterrupted || parts.subagents.background.running().length > 0
        ? () => {}
        : parts.notifications.waits({
            type: "idle_prompt",
            message: "The agent waits for your input",
          }),
    userIsActive: parts.notifications.userIsActive,
    endsEarly: turn.sessionEnds.then(({ reason }) => reason),
    async waitForAgents(options) {
      // Its hooks may still start something in the background.
      if (start.isRunning()) await start.ended();
      return !isLimited && work.ready(options);
    },
    async reportAgents() {
      const report = work.take();
      if (!report) return undefined;
      const handle: InputHandling = (tally, signal) => handler.report(report, tally, signal);
      return ending(runner.run(handle, { continuesInput: true }));
    },
    interrupt({ endsTasks = false } = {}) {
      turn.interrupt();
      parts.queue.interrupt();
      start.interrupt();
      // A user waits for it; a program that drives a session interrupts turns.
      if (parts.options.headless === false) sessionEnd?.abort();
      void endAgents("the user interrupted", endsTasks ? undefined : "teammates");
      if (endsTasks) void endBackgroundCommands(agent.context);
    },
    async setPermissionMode(mode) {
      const update = { type: "setMode", mode, destination: "session" } as const;
      for (const text of await agent.permissions.update([update])) agent.emit(warning(text));
    },
    async setModel(model) {
      const end = await parts.models.switchTo(model, "sdk");
      if (end.do === "kept" && end.isError) throw new Error(end.why);
      if (end.do === "stop") {
        turn.stop(end.reason);
        throw new Error(`a hook stopped the change of model: ${end.reason}`);
      }
    },
    end(reason) {
      ended ??= endAll(reason);
      return ended;
    },
  };
}
