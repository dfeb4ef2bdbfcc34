import type { TextBlock } from "../../conversation/message.ts";
import { hookBlocks, textBlock } from "../../effects/hook-text.ts";
import { ModelError } from "../../model/model.ts";
import { modelId } from "../../model/model-ids.ts";
import { endBackgroundCommands } from "../../tools/shell/background-commands.ts";
import { type AgentTask, ToolFailure } from "../../tools/tool.ts";
import { addUserMessage } from "../add-user-message.ts";
import type { Agent } from "../agent.ts";
import { createTally, type TurnTally } from "../turn-tally.ts";
import { warnStopHasNoEffect } from "../warn-stop-has-no-effect.ts";
import { warning } from "../warning.ts";
import type { CreatedSubagent, NewSubagent } from "./create-subagent.ts";
import type { SubagentHost } from "./subagent-host.ts";

/** Runs a subagent or teammate, and cleans up after it; a model that does not answer fires StopFailure and fails it. */
export async function liveSubagent<Result>(
  host: SubagentHost,
  { ref, teammate }: NewSubagent,
  { agent, transcript, ended }: CreatedSubagent,
  signal: AbortSignal,
  live: () => Promise<Result>,
): Promise<Result> {
  let lastEvent: Promise<unknown> | undefined;
  try {
    return await live();
  } catch (error) {
    if (signal.aborted || !(error instanceof ModelError)) throw error;
    const kind = teammate ? "teammate" : "subagent";
    agent.emit(warning(`the ${kind} ${ref.type} failed: ${error.message}`));
    lastEvent = fireStopFailure(agent, error);
    throw new ToolFailure(`The agent failed, because the model did not answer: ${error.message}`);
  } finally {
    ended();
    await endCommands(agent);
    closeAfter(lastEvent);
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

/** Fires SubagentStart and adds the first message; false: a hook stopped it before it began. */
export async function startSubagent(
  host: SubagentHost,
  { ref, definition }: NewSubagent,
  agent: Agent,
  { prompt }: AgentTask,
  signal: AbortSignal,
): Promise<boolean> {
  signal.throwIfAborted();
  const started = await agent.dispatch(
    "SubagentStart",
    { agent_id: ref.id, agent_type: ref.type },
    { signal },
  );
  signal.throwIfAborted();
  switch (started.do) {
    case "stop":
      return false;
    case "continue":
      addUserMessage(agent, [
        ...hookBlocks("SubagentStart", started.forModel.context, agent.hookMark),
        ...preceding(host, agent, definition),
        textBlock(prompt),
      ]);
      return true;
  }
}

/** The totals of a subagent; the model of the call beats that of its definition. */
export function subagentTally(
  { options }: SubagentHost,
  { definition, denials }: NewSubagent,
  task: AgentTask,
): TurnTally {
  const model = task.model ?? definition.model;
  const other =
    model === undefined || model === "inherit" ? {} : { model: modelId(model, options.env) };
  return { ...createTally(), denials, ...other };
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
