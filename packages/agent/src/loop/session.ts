import { idleRules } from "../mcp/idle-rules.ts";
import { backgroundCommands } from "../tools/shell/background-commands.ts";
import type { AgentSession, Prompt } from "./agent-options.ts";
import { backgroundWork } from "./background-work.ts";
import { createSessionControl } from "./control/session-control.ts";
import { endSession } from "./end-session.ts";
import { createInputHandler } from "./handle-input.ts";
import { createInputRunner } from "./run-input.ts";
import type { SessionParts } from "./session-parts.ts";
import { warning } from "./warning.ts";

/** A session of the agent: what happens around the turns. */
export function createSession(parts: SessionParts): AgentSession {
  const { agent, state, turn, changes } = parts;
  const commands = backgroundCommands(agent.context);
  const work = backgroundWork(parts.subagents.background, commands, agent.context.clock);
  const handler = createInputHandler(parts);
  const runner = createInputRunner(parts);
  /** As recorded: after an interrupt the user is present, and needs no notification. */
  let wasInterrupted = false;
  const prompt = async (given: Prompt) => {
    const result = await runner.run((tally, signal) => handler.handle(given, tally, signal));
    wasInterrupted = result.terminalReason.startsWith("aborted_");
    return result;
  };
  let ended: Promise<void> | undefined;
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
    waitForAgents: work.ready,
    async reportAgents() {
      const ended = work.take();
      return ended && runner.run((tally, signal) => handler.report(ended, tally, signal));
    },
    interrupt: turn.interrupt,
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
