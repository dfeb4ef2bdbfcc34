import type { TraceRecord } from "@snaphook/protocol";

type Outcome = NonNullable<TraceRecord["outcome"]>;
type Run = TraceRecord["ran"][number];

/** What an action means when hooks decided it. */
const words: Readonly<Record<string, string>> = {
  proceed: "allowed",
  allow: "allowed",
  refuse: "refused",
  deny: "refused",
  ask: "asks the user",
  defer: "deferred",
  continue: "blocked",
  stop: "stopped the turn",
};

/** Actions that nothing but a hook causes. */
const againstTheHost = ["refuse", "deny", "defer", "stop"];

/** What an action of the host means, if hooks decided it. */
export const wordFor = (action: string): string => words[action] ?? action;

export const isRefusal = (action: string): boolean => againstTheHost.includes(action);

/** What the hooks of an event changed, in words; empty if everything would have happened without them. */
export function changesOf(outcome: Outcome | undefined): readonly string[] {
  if (!outcome) return [];
  const { action, permission, turn, decidedBy, messages, fields } = outcome;
  const decided =
    isRefusal(action) ||
    permission === "granted" ||
    // A rewrite without an answer has a hook that decided, and leaves the permission undecided.
    (decidedBy.length > 0 && permission === undefined);
  return [
    ...(decided ? [wordFor(action)] : []),
    ...(turn === "stop" ? ["stopped the turn"] : []),
    ...("rewrittenInput" in outcome ? ["rewrote the input"] : []),
    ...Object.keys(fields).map((name) => `set ${name}`),
    ...(messages.some(isContext) ? ["text for the model"] : []),
  ];
}

/** What one hook contributed to that. */
export function changesOfRun(run: Run, outcome: Outcome | undefined): readonly string[] {
  if (!outcome) return [];
  const isIn = (hooks: readonly { readonly id: string }[]) => hooks.some(({ id }) => id === run.id);
  return [
    ...(isIn(outcome.decidedBy) && run.decision !== "none" ? [wordFor(outcome.action)] : []),
    ...(run.stop === undefined ? [] : ["stopped the turn"]),
    ...(run.rewrote && !isIn(outcome.overruled) ? ["rewrote the input"] : []),
    ...(outcome.messages.some((message) => isContext(message) && message.hook.id === run.id)
      ? ["text for the model"]
      : []),
  ];
}

/** A text for the model that is not just the reason of a decision. */
const isContext = ({ audience, kind }: Outcome["messages"][number]): boolean =>
  audience === "model" && kind !== "reason";
