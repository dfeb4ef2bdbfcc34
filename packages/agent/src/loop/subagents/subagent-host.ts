import type { Hooks, ScopeOptions } from "@snaphook/engine";
import type { OutcomeReporter } from "../../effects/report-outcomes.ts";
import type { AgentDefinition } from "../../subagents/agent-definition.ts";
import type { Agent } from "../agent.ts";
import type { Emit, PermissionDenial } from "../agent-event.ts";
import type { CompleteOptions } from "../complete-options.ts";
import type { Notifications } from "../notifications.ts";
import type { SessionState } from "../session-parts.ts";
import type { SessionSkills } from "../skills/session-skills.ts";
import type { Team } from "../teams/team.ts";
import type { SessionAgents } from "./background-agents.ts";

/** What the subagents of a session need from it. */
export interface SubagentHost extends SessionAgents {
  readonly definitions: readonly AgentDefinition[];
  readonly skills: SessionSkills;
  readonly team: Team;
  /** Whether a call with a name adds a teammate. */
  hasTeams(): boolean;
  /** Runs something when a call of the main agent has ended, with its hooks. */
  afterCall(callId: string | undefined, run: () => void): void;
  readonly options: CompleteOptions;
  readonly state: SessionState;
  /** Of the session: events of subagents say which one they are of. */
  readonly emit: Emit;
  /** The refused calls of the turn that is running. */
  denials(): PermissionDenial[];
  /** E19: notifies the user of the session. */
  readonly notifications: Pick<Notifications, "now" | "waits">;
  /** The session's hooks for one subagent. */
  scope(context: Agent["context"], options: ScopeOptions): Hooks;
  /** E23: the one way in which agents fire events. */
  dispatcherFor(
    hooks: () => Hooks,
    report: OutcomeReporter["report"],
  ): Pick<Agent, "dispatch" | "dispatchCall">;
}

/** Who starts a subagent. */
export interface Caller {
  readonly agent: Agent;
  /** Missing for the main agent. */
  readonly id?: string;
  /** The types of the agents from the main agent to this one. */
  readonly types: readonly string[];
  /** 0 for the main agent. */
  readonly depth: number;
  /** Where its refused calls are listed. Default: with the turn that is running. */
  readonly denials?: PermissionDenial[];
}
