import { idleRules } from "../mcp/idle-rules.ts";
import { backgroundCommands, endBackgroundCommands } from "../tools/shell/background-commands.ts";
import type { TerminalReason, TurnResult } from "./agent-event.ts";
import type { Prompt } from "./agent-options.ts";
import type { AgentSession } from "./agent-session.ts";
import { backgroundWork } from "./background-work.ts";
import { createSessionControl } from "./control/session-control.ts";
import { endSession } from "./end-session.ts";
import { createInputHandler } from "./handle-input.ts";
import { createInputRunner } from "./run-input.ts";
import type { SessionParts } from "./session-parts.ts";
import { reportEndedAgents } from "./subagents/report-ended-agents.ts";
import { warning } from "./warning.ts";

const limits: Readonly<Partial<Record<TerminalReason, string>>> = {
  max_turns: "--max-turns",
  max_budget: "--max-budget-usd",
};

/** A session of the agent: what happens around the turns. */
export function createSession(parts: SessionParts): AgentSession {
  const { agent, state, turn, changes } = parts;
  const commands = backgroundCommands(agent.context);
  const { background } = parts.subagents;
  const work = backgroundWork(background, commands, agent.context.clock);
  const handler = createInputHandler(parts);
  const runner = createInputRunner(parts);
  /** As recorded: after an interrupt the user is present, and needs no notification. */
  let wasInterrupted = false;
  let isLimited = false;
  const prompt = (given: Prompt) =>
    ending(runner.run((tally, signal) => handler.handle(given, tally, signal)));
  /** A turn that reached a limit is the last one of its input: agents that still run are ended. */
  const ending = async (turnResult: Promise<TurnResult>): Promise<TurnResult> => {
    const result = await turnResult;
    wasInterrupted = result.terminalReason.startsWith("aborted_");
    const limit = limits[result.terminalReason];
    isLimited = limit !== undefined;
    if (isLimited) await endAgents(`${limit} was reached`);
    return result;
  };
  let ended: Promise<void> | undefined;
  const endAgents = async (why: string, which?: "teammates") => {
    const ended = `was ended, because ${why}`;
    reportEndedAgents(await background.end(which), agent, { ended, why });
  };
  return {
    control: createSessionControl(parts),
    get id() {
      return state.transcript.sessionId;
    },
    get transcriptPath() {
      return state.transcript.path;
    },
    async start() {
      await parts.mcp.connected();
      for (const text of idleRules(parts.mcp, agent.permissions)) agent.emit(warning(text));
      const first = await handler.start();
      await parts.watched.refresh();
      changes.start();
      if (first === undefined) return;
      if (parts.options.takesPrompts ?? true) await prompt(first);
      else
        agent.emit(
          warning(
            "the initialUserMessage of a SessionStart hook was not sent, because this session takes no prompts",
          ),
        );
    },
    prompt,
    waitsForInput: () =>
      wasInterrupted || parts.subagents.background.running().length > 0
        ? () => {}
        : parts.notifications.waits({
            type: "idle_prompt",
            message: "The agent waits for your input",
          }),
    endsEarly: turn.sessionEnds.then(({ reason }) => reason),
    waitForAgents: async (options) => !isLimited && work.ready(options),
    async reportAgents() {
      const report = work.take();
      if (!report) return undefined;
      const handle: Parameters<typeof runner.run>[0] = (tally, signal) =>
        handler.report(report, tally, signal);
      return ending(runner.run(handle, { continuesInput: true }));
    },
    interrupt({ endsTasks = false } = {}) {
      turn.interrupt();
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
      ended ??= endSession(parts, runner, reason);
      return ended;
    },
  };
}
