import type { AgentEvent } from "@snaphook/agent";
import type { RunningAgent, ScreenState } from "./screen-state.ts";
import { toolSubject, toolTitle } from "./tool-subject.ts";

/** What an event of a subagent changes: its line says how far it is; the rest is in the details. */
export function withAgentEvent(state: ScreenState, event: AgentEvent, now: number): ScreenState {
  const { agent: ref } = event;
  if (!ref) return state;
  const known = state.agents.find(({ id }) => id === ref.id);
  const agent = known ?? startedAgent(state, ref, now);
  const next =
    event.type === "tool-started"
      ? {
          ...agent,
          calls: agent.calls + 1,
          lastCall:
            `${toolTitle(event.name)} ${toolSubject(event.name, event.input, state.session?.cwd ?? "")}`.trim(),
        }
      : agent;
  if (next === known) return state;
  const agents = known
    ? state.agents.map((one) => (one === known ? next : one))
    : [...state.agents, next];
  return { ...state, agents };
}

function startedAgent(
  { calls }: ScreenState,
  { id, type, parentToolUseId }: NonNullable<AgentEvent["agent"]>,
  now: number,
): RunningAgent {
  const call = calls.find((one) => one.id === parentToolUseId);
  const { description } = (call?.input ?? {}) as { readonly description?: unknown };
  return {
    id,
    type,
    description: typeof description === "string" ? description : "",
    parentCallId: parentToolUseId ?? undefined,
    since: now,
    calls: 0,
    lastCall: undefined,
    inBackground: false,
  };
}

/** A command or an agent in the background. The call of an agent ends when it begins. */
export function withBackgroundTask(
  state: ScreenState,
  { id, kind, agentType = "", description, callId }: Extract<AgentEvent, { type: "task-started" }>,
  now: number,
): ScreenState {
  if (kind !== "agent") return { ...state, commands: [...state.commands, id] };
  const others = state.agents.filter((one) => one.id !== id);
  const agent: RunningAgent = {
    id,
    type: agentType,
    description,
    parentCallId: callId,
    since: now,
    calls: 0,
    lastCall: undefined,
    inBackground: true,
  };
  return { ...state, agents: [...others, agent] };
}

/** Without the agents that have ended. */
export function withoutAgents(
  state: ScreenState,
  hasEnded: (agent: RunningAgent) => boolean,
): ScreenState {
  const agents = state.agents.filter((agent) => !hasEnded(agent));
  return agents.length === state.agents.length ? state : { ...state, agents };
}
