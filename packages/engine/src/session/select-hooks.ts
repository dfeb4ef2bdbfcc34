import { admit } from "../admit/admit.ts";
import { type Explanation, explain } from "../explain/explain.ts";
import { type MatchContext, match } from "../match/match.ts";
import { planRuns } from "../plan/plan-runs.ts";
import { hookDirectory } from "../run/command/hook-directory.ts";
import type { Admitted } from "../stages/admitted.ts";
import type { HookEvent } from "../stages/hook-event.ts";
import type { RunPlan } from "../stages/run-plan.ts";
import type { Snapshot } from "../stages/snapshot.ts";
import type { AgentView } from "./agent-view.ts";
import { notAccepted, refusalsOfEdited } from "./edited-guards.ts";

/** What an event would run. */
export interface Selection {
  readonly event: HookEvent;
  readonly snapshot: Snapshot;
  readonly context: MatchContext;
  readonly admitted: Admitted;
  readonly plan: RunPlan;
}

/** Everything before a hook runs: match, admit, plan. `explain` stops here. */
export async function selectHooks(view: AgentView, event: HookEvent): Promise<Selection> {
  const { sources, activeSkills, activeCommands, admission, profile, options } = view.session;
  const snapshot = view.snapshot();
  const { cwd: projectDirectory, home } = sources;
  const { insideAgentHook = false, callerTypes: callers = [] } = view.scope;
  const callerTypes = profile.agentHooksReach === "agents-it-starts" ? callers : [];
  const context = { projectDirectory, home, activeSkills, activeCommands, callerTypes };
  const matched = match(snapshot, event, context);
  const cwd = hookDirectory(event, { profile, projectDirectory });
  const state = { ...admission, insideAgentHook, cwd };
  const { hooks, held } = await admit(matched, event.definition, state);
  const guards = await notAccepted(admission.edited, admission);
  const edited = refusalsOfEdited(guards, event, matched, context, profile);
  const admitted = { hooks, held: [...held, ...edited] };
  const plan = planRuns(admitted, {
    event: event.name,
    profile,
    projectDirectory,
    trustProject: options.trustProject ?? false,
  });
  return { event, snapshot, context, admitted, plan };
}

const anyHost = { isFired: true, whyItFails: () => undefined };

/** Every configured hook with what would happen to it, and why. */
export const explainSelection = (
  { snapshot, event, ...selected }: Selection,
  host: Pick<Parameters<typeof explain>[2], "isFired" | "whyItFails"> = anyHost,
): Explanation => explain(snapshot, event, { ...selected, ...host });
