import type { Outcome, OutcomeOf } from "@snaphook/engine";
import type { EventName, OutcomeKind, OutcomeKindOf } from "@snaphook/protocol";
import { type GateStep, gateEffect } from "./gate.ts";
import { type NoticeStep, noticeEffect } from "./notice.ts";
import { type PermissionStep, permissionEffect } from "./permission.ts";
import { type ResultStep, resultEffect } from "./result.ts";
import { type ToolCallStep, toolCallEffect } from "./tool-call.ts";
import { type TurnEndStep, turnEndEffect } from "./turn-end.ts";

type OutcomeOfKind<Kind extends OutcomeKind> = Extract<Outcome, { readonly kind: Kind }>;

interface StepByKind {
  readonly "tool-call": ToolCallStep;
  readonly permission: PermissionStep;
  readonly gate: GateStep;
  readonly "turn-end": TurnEndStep;
  readonly result: ResultStep;
  readonly notice: NoticeStep;
}

/** What every kind of outcome does to the session. A kind without an effect is a type error. */
const effects: {
  readonly [Kind in OutcomeKind]: (outcome: OutcomeOfKind<Kind>) => StepByKind[Kind];
} = {
  "tool-call": toolCallEffect,
  permission: permissionEffect,
  gate: gateEffect,
  "turn-end": turnEndEffect,
  result: resultEffect,
  notice: noticeEffect,
};

/** What the agent has to do after it fired an event. */
export type StepOf<Name extends EventName> = StepByKind[OutcomeKindOf<Name>];

export function stepOf<Name extends EventName>(outcome: OutcomeOf<Name>): StepOf<Name> {
  const effect = effects[outcome.kind] as (outcome: OutcomeOf<Name>) => StepOf<Name>;
  return effect(outcome);
}
