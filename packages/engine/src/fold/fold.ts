import {
  type Decision,
  decisions,
  type EventDefinition,
  type EventName,
  type Profile,
} from "@snaphook/protocol";
import type { HeldHook } from "../stages/admitted.ts";
import type { HookEvent, JsonObject } from "../stages/hook-event.ts";
import type { OutcomeOf } from "../stages/outcome.ts";
import type { HookRef } from "../stages/snapshot.ts";
import type { Message, Verdict } from "../stages/verdict.ts";
import { markLongTexts } from "../text/mark-long-texts.ts";
import { message, refusalMessages } from "../text/message.ts";
import { actions, type Folded } from "./actions.ts";
import { findStop, messagesAfterStop } from "./find-stop.ts";

/**
 * Combines verdicts, in plan order, into one outcome.
 *
 * 1. The strongest decision wins, and all its reasons are kept (F1). A guard that is held
 *    because it has changed refuses (T1).
 * 2. The first stop in plan order beats every block, on events where a stop has an effect (F3). A
 *    cancelled run stops the action (P18).
 * 3. The last rewrite in plan order is the input to use, unless the call is refused (F2).
 * 4. All texts are kept in plan order (F5); if a gate is refused, context is dropped (F4).
 */
export function fold<Name extends EventName>(
  event: HookEvent & { readonly name: Name },
  verdicts: readonly Verdict[],
  held: readonly HeldHook[],
  profile: Profile,
): OutcomeOf<Name> {
  const { definition } = event;
  const guards = held
    .filter(({ refuses }) => refuses)
    .map((guard) => refusalOfGuard(guard, definition));
  const decision = guards.length > 0 ? "deny" : strongest(verdicts);
  const winners = verdicts.filter(
    ({ opinion }) => decision !== "none" && opinion.decision === decision,
  );
  const stop = findStop(event, verdicts, profile);
  const reasonsOf = (some: readonly Verdict[]) =>
    [...guards, ...some.map(({ opinion }) => opinion)].flatMap(({ reason }) =>
      reason?.trim() ? [reason] : [],
    );
  const folded: Folded = {
    decision,
    reasons: reasonsOf(winners),
    refused: decision === "deny" ? reasonsOf(winners.filter(({ stop }) => !stop?.byBlock)) : [],
    stop,
    cancelled: stop?.cancelled ?? false,
    hasContext: verdicts.some(({ opinion }) => opinion.additionalContext),
  };
  const action = actions[definition.outcome](
    definition.blockEndsTurn ? endTurn(folded) : folded,
    profile,
  );
  const { overruled, ...input } = foldRewrites(event, decision === "deny" ? [] : verdicts);
  const messages = [
    ...guards.flatMap(({ hook, ...texts }) => refusalMessages(hook, definition, texts)),
    ...verdicts.flatMap((verdict) => messagesAfterStop(verdict, stop)),
    ...overruled.map(({ hook, by }) =>
      message(hook, "user", "warning", `the rewrite of ${hook.label} was overruled by ${by}`),
    ),
  ];
  const refusedAtGate =
    definition.outcome === "gate" &&
    (action.action === "refuse" || (action.action === "stop" && folded.refused.length > 0));
  return {
    kind: definition.outcome,
    event: event.name,
    messages: markLongTexts(refusedAtGate ? messages.filter(isNotContext) : messages, profile),
    decidedBy:
      action.action === "stop" && stop
        ? // P18: the host decided.
          stop.cancelled
          ? []
          : [hookOf(stop.verdict)]
        : [...guards.map(({ hook }) => hook), ...winners.map(hookOf)],
    fields: fieldsOf(verdicts, decision),
    overruled: overruled.map(({ hook }) => hook),
    divergence: undefined,
    ...input,
    ...action,
  } as unknown as OutcomeOf<Name>;
}

/** F1: deny > defer > ask > allow > none. */
function strongest(verdicts: readonly Verdict[]): Decision {
  const ranks = verdicts.map(({ opinion }) => decisions.indexOf(opinion.decision));
  return decisions[Math.max(0, ...ranks)] ?? "none";
}

/** T1: why a changed guard refuses. Only the user gets the command that trusts it. */
const refusalOfGuard = (
  { hook: { id, label }, because, forModel }: HeldHook,
  { blockReaches }: EventDefinition,
) => ({
  hook: { id, label },
  words: because,
  reason: `[${label}]: ${blockReaches === "user" ? because : forModel}`,
});

/** A block that ends the turn is a stop with its reasons. */
const endTurn = (folded: Folded): Folded =>
  folded.decision === "deny" && !folded.stop
    ? { ...folded, stop: { reason: folded.reasons.join("\n") } }
    : folded;

/** Fields beside a losing decision are dropped: no permission updates of an allow that was denied. */
const fieldsOf = (verdicts: readonly Verdict[], winning: Decision): object =>
  Object.assign(
    {},
    ...verdicts
      .filter(({ opinion }) => opinion.decision === "none" || opinion.decision === winning)
      .map(({ opinion }) => opinion.fields),
  );

const isNotContext = ({ audience, kind }: Message): boolean =>
  audience !== "model" || (kind !== "context" && kind !== "stdout");

const hookOf = ({ run }: Verdict): HookRef => ({
  id: run.planned.hook.id,
  label: run.planned.hook.label,
});

interface FoldedRewrites {
  /** The input to use; absent on events that are not about one tool call. */
  readonly input?: JsonObject;
  /** The hooks whose rewrites it has. */
  readonly rewrittenBy?: readonly HookRef[];
  /** Hooks whose rewrite is lost, and the label of the hook whose rewrite is used. */
  readonly overruled: readonly { readonly hook: HookRef; readonly by: string }[];
}

/**
 * F2: the last rewrite in plan order wins. An earlier rewrite in the same sequential
 * group is not lost: the later hook got it as input (P2).
 */
function foldRewrites(event: HookEvent, verdicts: readonly Verdict[]): FoldedRewrites {
  const rewrites = verdicts.filter(({ opinion }) => opinion.updatedInput !== undefined);
  const winner = rewrites.at(-1);
  const input = winner?.opinion.updatedInput ?? (event.input["tool_input"] as JsonObject);
  const by = winner?.run.planned.hook;
  const isLost = ({ run: { planned } }: Verdict) =>
    !planned.hook.group.sequential || planned.hook.group.key !== by?.group.key;
  const lost = rewrites.slice(0, -1).filter(isLost);
  const overruled = lost.map((verdict) => ({ hook: hookOf(verdict), by: by?.label ?? "" }));
  if (!("tool_input" in event.input)) return { overruled };
  const rewrittenBy = rewrites.filter((verdict) => !lost.includes(verdict)).map(hookOf);
  return { input, ...(rewrittenBy.length > 0 ? { rewrittenBy } : {}), overruled };
}
