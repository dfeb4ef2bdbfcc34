import { type Decision, decisions, type EventName, type Profile } from "@snaphook/protocol";
import type { HeldHook } from "../stages/admitted.ts";
import type { HookEvent, HookInput } from "../stages/hook-event.ts";
import type { OutcomeOf } from "../stages/outcome.ts";
import type { HookRef } from "../stages/snapshot.ts";
import type { Message, Verdict } from "../stages/verdict.ts";
import { actions, type Folded } from "./actions.ts";

/**
 * Many verdicts, in plan order, into one outcome.
 *
 * 1. The strongest decision wins, and all its reasons are kept (F1). A guard that was held back
 *    because it has changed counts as a refusal (T1).
 * 2. The first stop in plan order beats every block, where a stop counts (F3). A run that was
 *    cancelled stops: what waited for it does not proceed (P18).
 * 3. The last rewrite in plan order is the input to use, unless the call is refused (F2).
 * 4. Every text goes along, in plan order (F5); beside a refusal at a gate no context does (F4).
 */
export function fold<Name extends EventName>(
  event: HookEvent & { readonly name: Name },
  verdicts: readonly Verdict[],
  held: readonly HeldHook[],
  profile: Profile,
): OutcomeOf<Name> {
  const refusing = held.filter((hook) => hook.refuses);
  const decision = refusing.length > 0 ? "deny" : strongest(verdicts);
  const winners = verdicts.filter(
    ({ opinion }) => decision !== "none" && opinion.decision === decision,
  );
  const reasons = [
    ...refusing.map(({ hook, because }) => `[${hook.label}]: ${because}`),
    ...winners.flatMap(({ opinion }) => opinion.reason ?? []),
  ];
  const stopper = findStop(event, verdicts, profile);
  const hasContext = verdicts.some(({ opinion }) => opinion.additionalContext);
  const folded: Folded = { decision, reasons, stop: stopper?.stop, hasContext };
  const { outcome: kind, blockEndsTurn } = event.definition;
  const action = actions[kind](blockEndsTurn ? endTurn(folded) : folded, profile);
  const rewrites =
    decision === "deny" ? [] : verdicts.filter(({ opinion }) => opinion.updatedInput);
  const overruled = rewrites.slice(0, -1).map(hookOf);
  const messages = verdicts.flatMap((verdict) => verdict.messages);
  return {
    kind,
    event: event.name,
    messages: [
      ...(kind === "gate" && action.action === "refuse" ? messages.filter(isNoContext) : messages),
      ...overruled.map((hook) => overruledWarning(hook, rewrites.at(-1))),
    ],
    decidedBy:
      action.action === "stop" && stopper
        ? [hookOf(stopper)]
        : [...refusing.map(({ hook: { id, label } }) => ({ id, label })), ...winners.map(hookOf)],
    own: Object.assign({}, ...verdicts.map(({ opinion }) => opinion.own)),
    overruled,
    divergence: undefined,
    ...("tool_input" in event.input ? { input: inputToUse(event, rewrites) } : {}),
    ...action,
  } as unknown as OutcomeOf<Name>;
}

/** F1: deny > defer > ask > allow > none. */
function strongest(verdicts: readonly Verdict[]): Decision {
  const ranks = verdicts.map(({ opinion }) => decisions.indexOf(opinion.decision));
  return decisions[Math.max(0, ...ranks)] ?? "none";
}

type Stopper = Verdict & { readonly stop: { readonly reason: string } };

function findStop(event: HookEvent, verdicts: readonly Verdict[], { stopCountsOn }: Profile) {
  const cancelled = verdicts.find(({ failure }) => failure?.kind === "cancelled");
  if (cancelled) return { ...cancelled, stop: { reason: "cancelled by the host" } };
  const counts = stopCountsOn === "every-event" || stopCountsOn.includes(event.name);
  return counts
    ? verdicts.find((verdict): verdict is Stopper => verdict.stop !== undefined)
    : undefined;
}

/** A block that ends the turn is a stop with its reasons. */
const endTurn = (folded: Folded): Folded =>
  folded.decision === "deny" && !folded.stop
    ? { ...folded, stop: { reason: folded.reasons.join("\n") } }
    : folded;

const inputToUse = (event: HookEvent, rewrites: readonly Verdict[]): HookInput =>
  rewrites.at(-1)?.opinion.updatedInput ?? (event.input["tool_input"] as HookInput);

const isNoContext = ({ audience, kind }: Message): boolean =>
  audience !== "model" || (kind !== "context" && kind !== "stdout");

/** F2: the loser of a merge is named, and the user is told. */
const overruledWarning = (hook: HookRef, winner: Verdict | undefined): Message => ({
  audience: "user",
  kind: "warning",
  text: `the rewrite of ${hook.label} gave way to that of ${winner ? hookOf(winner).label : "a later hook"}`,
  hook,
});

const hookOf = ({ run }: Verdict): HookRef => ({
  id: run.planned.hook.id,
  label: run.planned.hook.label,
});
