import { lastText } from "../conversation/last-text.ts";
import { applyStop } from "../effects/stop.ts";
import type { Agent } from "./agent.ts";
import type { TerminalReason } from "./agent-event.ts";
import { askModel } from "./ask-model.ts";
import { type CallsEnd, callTools } from "./call-tools.ts";
import { say } from "./say.ts";
import type { TurnTally } from "./turn-tally.ts";
import { warning } from "./warning.ts";

/** How a turn came to its end, and the text that is its result. */
export interface TurnEnd {
  readonly terminal: TerminalReason;
  readonly text: string;
  readonly stopReason: string | null;
  /** It did not only end: it failed, and the text says why (V2). */
  readonly failed?: true;
}

/**
 * One turn: model → tool calls → results → model → … → stop.
 *
 * 1. The model is asked; what background hooks said meanwhile goes along (P12).
 * 2. Tool calls are decided and run, each on its own; a hook can end the turn there (G10).
 * 3. An answer without calls is the end, unless a Stop hook wants more (G4).
 *
 * Rejects with a `ModelError` when the model does not answer, and when the turn is interrupted.
 */
export async function runTurn(
  agent: Agent,
  tally: TurnTally,
  signal: AbortSignal,
): Promise<TurnEnd> {
  const { maxTurns = Number.POSITIVE_INFINITY } = agent.options;
  const stops = { inARow: 0, active: false };
  for (let requests = 0; requests < maxTurns; requests += 1) {
    const { content, stopReason } = await askModel(agent, tally, signal);
    const calls = content.filter((block) => block.type === "tool_use");
    if (calls.length > 0) {
      const end = await callTools(agent, calls, tally, signal);
      if (end) return endOfCalls(end, stopReason);
    } else {
      const text = lastText(content);
      const end = await finish(agent, text, tally, stops, signal);
      if (end) return { ...end, stopReason };
    }
  }
  return { terminal: "max_turns", text: "", stopReason: "tool_use" };
}

function endOfCalls({ terminal, failure }: CallsEnd, stopReason: string | null): TurnEnd {
  const end = { terminal, text: failure ?? "", stopReason: stopReasons[terminal] ?? stopReason };
  return failure === undefined ? end : { ...end, failed: true };
}

/** How often Stop hooks have kept this turn going. */
interface Stops {
  inARow: number;
  active: boolean;
}

/** G4: the agent has finished; Stop hooks may send it back, but not for ever. */
async function finish(
  agent: Agent,
  text: string,
  tally: TurnTally,
  stops: Stops,
  signal: AbortSignal,
): Promise<Omit<TurnEnd, "stopReason"> | undefined> {
  const told = { stop_hook_active: stops.active, last_assistant_message: text };
  const outcome = await agent.hooks().fire("Stop", told, { signal });
  agent.report(outcome);
  signal.throwIfAborted();
  const step = applyStop(outcome);
  if (step.do === "finish" && !agent.isWoken()) return { terminal: "completed", text };
  if (step.do === "finish") return undefined;
  tally.numTurns += step.blocks;
  if (step.do === "stop")
    return { terminal: "stop_hook_prevented", text: step.blocks > 0 ? "" : text };
  stops.inARow += 1;
  if (stops.inARow > agent.stopCap) {
    agent.emit(warning(capText(agent.stopCap)));
    return { terminal: "stop_hook_prevented", text: "" };
  }
  stops.active = true;
  say(agent, step.instructions);
  return undefined;
}

/** Terminal reasons that are the stop reason too. */
const stopReasons: Readonly<Partial<Record<TerminalReason, string>>> = {
  tool_deferred: "tool_deferred",
};

const capText = (cap: number): string =>
  `Stop hooks kept the agent going ${cap} times in a row; the turn ends though they want more`;
