import type { TextBlock } from "../../conversation/message.ts";
import { hookBlocks, textBlock } from "../../effects/hook-text.ts";
import { ModelError } from "../../model/model.ts";
import { modelId } from "../../model/model-ids.ts";
import { endBackgroundCommands } from "../../tools/shell/background-commands.ts";
import { type AgentResponse, type AgentTask, ToolFailure } from "../../tools/tool.ts";
import { addUserMessage } from "../add-user-message.ts";
import type { Agent } from "../agent.ts";
import { runTurn } from "../run-turn.ts";
import { endedTurn, type TurnEnd } from "../turn-result.ts";
import { createTally, type TurnTally } from "../turn-tally.ts";
import { warnStopHasNoEffect } from "../warn-stop-has-no-effect.ts";
import { warning } from "../warning.ts";
import { agentResponse } from "./agent-response.ts";
import type { CreatedSubagent, NewSubagent } from "./create-subagent.ts";
import type { SubagentHost } from "./subagent-host.ts";

/**
 * G7: runs a subagent from SubagentStart to SubagentStop, and returns what its caller gets. A subagent that a hook
 * stops, that reaches its limit of turns or that fails fires no SubagentStop (E16).
 */
export async function runSubagent(
  host: SubagentHost,
  { ref, definition, denials }: NewSubagent,
  { agent, transcript, ended }: CreatedSubagent,
  task: AgentTask,
  signal: AbortSignal,
): Promise<AgentResponse> {
  const { clock } = agent.context;
  const start = clock.now();
  const model = task.model ?? definition.model;
  const tally: TurnTally = {
    ...createTally(),
    denials,
    ...(model === undefined || model === "inherit"
      ? {}
      : { model: modelId(model, host.options.env) }),
  };
  let lastEvent: Promise<unknown> | undefined;
  try {
    const end = await runToEnd();
    const durationMs = clock.now() - start;
    const { conversation } = agent;
    return agentResponse(end, { id: ref.id, definition, task, conversation, tally, durationMs });
  } catch (error) {
    if (signal.aborted || !(error instanceof ModelError)) throw error;
    agent.emit(warning(`the subagent ${definition.name} failed: ${error.message}`));
    lastEvent = fireStopFailure(agent, error);
    throw new ToolFailure(`The agent failed, because the model did not answer: ${error.message}`);
  } finally {
    ended();
    await endCommands(agent);
    closeAfter(lastEvent);
  }

  async function runToEnd(): Promise<TurnEnd> {
    const started = await agent.dispatch(
      "SubagentStart",
      { agent_id: ref.id, agent_type: definition.name },
      { signal },
    );
    signal.throwIfAborted();
    switch (started.do) {
      case "stop":
        return endedTurn("hook_stopped", "", null);
      case "continue":
        addUserMessage(agent, [
          ...hookBlocks("SubagentStart", started.forModel.context, agent.hookMark),
          ...preceding(host, agent, definition),
          textBlock(task.prompt),
        ]);
        return runTurn(agent, tally, signal);
    }
  }

  /** The last event is not waited for, but belongs in the transcript. */
  function closeAfter(event: Promise<unknown> | undefined): void {
    if (event === undefined) transcript.close();
    else {
      const closed = event.finally(() => {
        transcript.close();
        host.unwaited.delete(closed);
      });
      host.unwaited.add(closed);
    }
  }
}

/** The instructions of the session and the skills of the agent. */
function preceding(
  { skills: { all }, state }: SubagentHost,
  { emit }: Agent,
  { instructions = true, skills = [], name }: NewSubagent["definition"],
): readonly TextBlock[] {
  const standing = instructions ? (state.instructions?.text ?? "") : "";
  const texts = skills.map((skill) => {
    const found = all.find((one) => one.name === skill);
    if (!found) emit(warning(`the agent ${name} names a skill ${skill}, which was not found`));
    return found?.body.trim() ?? "";
  });
  return [standing, ...texts].filter((text) => text !== "").map(textBlock);
}

/** Not waited for: the subagent has ended. */
async function fireStopFailure(agent: Agent, { kind, message }: ModelError): Promise<void> {
  const input = { error: kind, error_details: message, last_assistant_message: message };
  warnStopHasNoEffect(agent, "StopFailure", await agent.dispatch("StopFailure", input));
}

/** Commands that it left in the background end with it. */
async function endCommands({ context, emit }: Agent): Promise<void> {
  for (const { command } of await endBackgroundCommands(context))
    emit(warning(`the background command ${command} was ended with the agent that started it`));
}
