import type { Decision, OutcomeKind, Profile } from "@snaphook/protocol";
import type {
  GateAction,
  NoticeAction,
  PermissionAction,
  ResultAction,
  ToolCallAction,
  Turn,
  TurnEndAction,
} from "../stages/outcome.ts";

/** All verdicts of one event combined, before the kind of event decides what that means. */
export interface Folded {
  readonly decision: Decision;
  /** All reasons of the winning rank, in plan order (F1). */
  readonly reasons: readonly string[];
  /** The reasons of all refusals, except those that are a stop instead. */
  readonly refused: readonly string[];
  /** The first reason to stop, if a stop has an effect here (F3). */
  readonly stop: { readonly reason: string } | undefined;
  /** A run was cancelled: the action does not proceed (P18). */
  readonly cancelled: boolean;
  /** A hook gave the model context. */
  readonly hasContext: boolean;
}

interface ActionByKind {
  readonly "tool-call": ToolCallAction;
  readonly permission: PermissionAction;
  readonly gate: GateAction;
  readonly "turn-end": TurnEndAction;
  readonly result: ResultAction;
  readonly notice: NoticeAction;
}

/** The action for each kind of event. */
export const actions: {
  readonly [Kind in OutcomeKind]: (folded: Folded, profile: Profile) => ActionByKind[Kind];
} = {
  "tool-call": toolCall,
  permission: (folded) => {
    if (folded.stop) return stopped(folded.stop);
    if (folded.decision === "deny") return { action: "deny", reasons: folded.reasons };
    return { action: folded.decision === "allow" ? "allow" : "ask" };
  },
  /** No gate asks the user, so an `ask` refuses. */
  gate: ({ stop, decision, reasons, refused }) => {
    if (stop) return { ...stopped(stop), refused };
    return decision === "deny" || decision === "ask"
      ? { action: "refuse", reasons }
      : { action: "proceed" };
  },
  /** G4: context alone keeps an agent going too. */
  "turn-end": (folded) => {
    if (folded.stop) return stopped(folded.stop);
    if (folded.decision === "deny") return { action: "continue", reasons: folded.reasons };
    return folded.hasContext ? { action: "continue", reasons: [] } : { action: "finish" };
  },
  result: (folded) =>
    folded.stop ? stopped(folded.stop) : { action: "continue", reasons: folded.reasons },
  notice: (folded) => (folded.stop ? stopped(folded.stop) : { action: "continue" }),
};

function toolCall(folded: Folded, profile: Profile): ToolCallAction {
  const { decision, reasons, stop, cancelled } = folded;
  if (stop && (cancelled || profile.stopBeforeTool === "tool-does-not-run")) return stopped(stop);
  const turn: Turn = stop ? "stop" : "continue";
  return toolCallActions[decision](reasons, turn);
}

const toolCallActions: {
  readonly [D in Decision]: (reasons: readonly string[], turn: Turn) => ToolCallAction;
} = {
  none: (_reasons, turn) => ({ action: "proceed", permission: "undecided", turn }),
  allow: (_reasons, turn) => ({ action: "proceed", permission: "granted", turn }),
  ask: (reasons, turn) => ({ action: "ask", reasons, turn }),
  defer: (reasons) => ({ action: "defer", reasons }),
  deny: (reasons, turn) => ({ action: "refuse", reasons, turn }),
};

const stopped = ({ reason }: { readonly reason: string }) => ({ action: "stop", reason }) as const;
