import type { AssistantBlock } from "../conversation/message.ts";
import { hookBlocks, objectionsFirst, textBlock } from "../effects/hook-text.ts";
import { addUserMessage } from "./add-user-message.ts";
import type { Agent } from "./agent.ts";
import { askModel } from "./ask-model.ts";
import { endOfBudget } from "./budget.ts";
import { callTools } from "./call-tools.ts";
import { createCutAnswers } from "./cut-answers.ts";
import { deliverQueued } from "./interactive/deliver-queued.ts";
import { stopCap } from "./stop-cap.ts";
import { submitQueued } from "./submit-queued.ts";
import { endedTurn, interrupted, stoppedTurn, type TurnEnd } from "./turn-result.ts";
import type { TurnTally } from "./turn-tally.ts";
import { warning } from "./warning.ts";

/**
 * One turn: model → tool calls → results → model → … → stop.
 *
 * 1. The model is asked; texts from background hooks are added (P12).
 * 2. Tool calls are decided and run, each separately; a hook can end the turn there (G10).
 * 3. An answer that was cut at the model's limit is continued.
 * 4. An answer without calls is the end, unless a Stop hook blocks it (G4).
 *
 * Rejects with a `ModelError` when the model does not answer, and when the turn is interrupted.
 */
export async function runTurn(
  agent: Agent,
  tally: TurnTally,
  signal: AbortSignal,
  /** Whether a hook sent the agent back to work already. */
  stopActive = false,
): Promise<TurnEnd> {
  const { maxTurns = Number.POSITIVE_INFINITY } = agent.options;
  const stops: StopCount = { inARow: 0, active: stopActive };
  const cut = createCutAnswers();
  const cutShown = createCutAnswers();
  agent.structured?.begin();
  let stopReason: string | null = null;
  for (let steps = 0; tally.requests < maxTurns; steps += 1) {
    const overBudget = endOfBudget(agent);
    if (overBudget) return overBudget;
    tally.requests += 1;
    const asked = await askModel(agent, tally, signal);
    if (asked.do === "stop") {
      // G10: before the model was asked the reason is the result, as for a stopped prompt.
      const text = steps === 0 ? asked.reason : "";
      return stoppedTurn(agent.profile, asked, { text, stopReason });
    }
    const { content } = asked.answer;
    stopReason = asked.answer.stopReason;
    const calls = content.filter((block) => block.type === "tool_use");
    // First what is shown: the text of an answer that fails here is shown too.
    const shown = cutShown.add(lastText(asked.shown), stopReason, calls.length > 0).text;
    const { text, continueWith } = cut.add(lastText(content), stopReason, calls.length > 0);
    if (continueWith !== undefined) {
      addUserMessage(agent, [textBlock(continueWith)]);
      continue;
    }
    const end =
      calls.length > 0
        ? await runCalls(agent, calls, stopReason, tally, signal)
        : await finishInForm(agent, { text, shown, stopReason }, tally, stops, signal);
    if (end) return end;
  }
  const errors = [
    `the agent reached the limit of --max-turns (${maxTurns}) before it was done; raise it, or continue with --continue`,
  ];
  return { ...endedTurn("max_turns", "", "tool_use"), errors };
}

/** E25: only the last text block of an answer. */
const lastText = (content: readonly AssistantBlock[]): string =>
  content.findLast((block) => block.type === "text")?.text ?? "";

async function runCalls(
  agent: Agent,
  calls: Parameters<typeof callTools>[1],
  stopReason: string,
  tally: TurnTally,
  signal: AbortSignal,
): Promise<TurnEnd | undefined> {
  const step = await callTools(agent, calls, tally, signal);
  switch (step.do) {
    case "continue":
      return joinQueued(agent, tally, signal);
    case "defer":
      return {
        ...endedTurn("tool_deferred", "", "tool_deferred"),
        ...(step.call && { deferredCall: step.call }),
      };
    case "interrupt":
      tally.numTurns += 1;
      return { ...endedTurn("aborted_tools", "", stopReason), errors: [interrupted] };
    case "stop":
      return stoppedTurn(agent.profile, step, { text: "", stopReason });
  }
}

/**
 * Prompts that arrived while tools ran become part of this turn: those that the user typed at a terminal, and those of a
 * driver where the profile says so.
 */
async function joinQueued(
  agent: Agent,
  tally: TurnTally,
  signal: AbortSignal,
): Promise<TurnEnd | undefined> {
  const { denials, promptUuids } = tally;
  if (agent.purpose !== "main") return undefined;
  for (const queued of agent.queue?.takeChecked() ?? []) {
    agent.emit({ type: "queued-sent", prompts: [queued.message.text], beginsTurn: false });
    const stop = await deliverQueued(agent, queued, tally, signal);
    if (stop !== undefined)
      return stoppedTurn(agent.profile, { reason: stop }, { text: "", stopReason: null });
  }
  if (agent.profile.queuedPrompt === "own-turn") return undefined;
  for (const prompt of agent.options.takeQueued?.() ?? []) {
    if (typeof prompt !== "string" && prompt.uuid !== undefined) promptUuids.push(prompt.uuid);
    const step = await submitQueued(agent, prompt, denials, signal);
    if (step.do === "stop") return stoppedTurn(agent.profile, step, { text: "", stopReason: null });
  }
  return undefined;
}

/** The answer that ends a turn: its text, and what the user sees of it. */
interface LastAnswer extends Pick<TurnEnd, "text" | "stopReason"> {
  readonly shown: string;
}

/** `--json-schema`: without an answer in that form, the agent has not finished. */
async function finishInForm(
  agent: Agent,
  last: LastAnswer,
  tally: TurnTally,
  stops: StopCount,
  signal: AbortSignal,
): Promise<TurnEnd | undefined> {
  const step = agent.structured?.check(last.text) ?? { do: "finish" };
  switch (step.do) {
    case "finish":
      return finish(agent, last, tally, stops, signal);
    case "remind":
      tally.numTurns += 1;
      addUserMessage(agent, [textBlock(step.text)]);
      return undefined;
    case "fail":
      return {
        ...endedTurn("unusable_answer", last.shown, last.stopReason),
        errors: [step.error],
        subtype: "error_max_structured_output_retries",
      };
  }
}

/** How often Stop hooks have kept this turn going. */
interface StopCount {
  inARow: number;
  active: boolean;
}

/** G4: the agent has finished; Stop hooks may send it back, up to a limit. */
async function finish(
  agent: Agent,
  { text, shown, stopReason }: LastAnswer,
  tally: TurnTally,
  stops: StopCount,
  signal: AbortSignal,
): Promise<TurnEnd | undefined> {
  const checkpoint = await agent.checkpoint();
  if (checkpoint.do === "stop")
    return stoppedTurn(agent.profile, checkpoint, { text: shown, stopReason });
  const input = {
    stop_hook_active: stops.active,
    last_assistant_message: text,
    stop_hook_blocks: stops.inARow,
    stop_hook_block_cap: agent.stopCap,
  };
  const overridesBlock = stops.inARow >= agent.stopCap ? capText(agent) : undefined;
  const step = await agent.fireStop(input, { signal, overridesBlock });
  signal.throwIfAborted();
  const terminal = "stop_hook_prevented";
  switch (step.do) {
    case "finish":
      return agent.isWoken() ? undefined : endedTurn("completed", shown, stopReason);
    case "stop": {
      const { objections } = step.forLater;
      tally.numTurns += objections.length;
      const result = objections.length > 0 ? "" : shown;
      return stoppedTurn(agent.profile, step, { text: result, stopReason, terminal });
    }
    case "continue":
      tally.numTurns += step.forModel.objections.length;
      stops.inARow += 1;
      if (stops.inARow > agent.stopCap) {
        agent.emit(warning(capText(agent)));
        return endedTurn(terminal, "", stopReason);
      }
      stops.active = true;
      addUserMessage(agent, hookBlocks("Stop", objectionsFirst(step.forModel), agent.hookMark));
      return undefined;
  }
}

const capText = ({ stopCap: limit, purpose }: Agent): string =>
  purpose === "subagent"
    ? `SubagentStop hooks kept the subagent working ${limit} times in a row, which is the limit (${stopCap.name}); the subagent ends now, although the last hook sent it back again`
    : `Stop hooks kept the agent working ${limit} times in a row, which is the limit (${stopCap.name}); the turn ends now`;
