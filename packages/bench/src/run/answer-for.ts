import { isDeepStrictEqual } from "node:util";
import type { Outcome } from "@snaphook/engine";

export type Fields = Readonly<Record<string, unknown>>;

/** What one hook has to answer so that its host does what the outcome says. */
export interface AnswerParts {
  /** The text of a refusal: exit code 2, with this text on stderr. */
  readonly refusal?: string;
  /** `continue: false`, for this reason. */
  readonly stop?: string;
  /** `decision: "block"`, for this reason. */
  readonly block?: string;
  /** For `hookSpecificOutput`; the caller removes fields that the event does not have. */
  readonly fields?: Fields;
}

type Of<Kind extends Outcome["kind"]> = Extract<Outcome, { readonly kind: Kind }>;

/** Turns an outcome into a hook's answer; `hookInput` is the input of the hooks. */
export function answerFor(outcome: Outcome, hookInput: Fields): AnswerParts {
  switch (outcome.kind) {
    case "tool-call":
      return toolCallAnswer(outcome, hookInput);
    case "permission":
      return permissionAnswer(outcome, hookInput);
    case "gate":
      return gateAnswer(outcome);
    case "turn-end":
      return turnEndAnswer(outcome);
    case "result":
      return resultAnswer(outcome);
    case "notice":
      return outcome.action === "stop"
        ? { stop: outcome.reason, fields: outcome.fields }
        : { fields: outcome.fields };
  }
}

function toolCallAnswer(outcome: Of<"tool-call">, hookInput: Fields): AnswerParts {
  if (outcome.action === "stop")
    return { ...denied(outcome.fields, outcome.reason), stop: outcome.reason };
  // Not every host knows "defer", and one that does not would let the call run.
  if (outcome.action === "defer")
    return denied(outcome.fields, ["The call was deferred", ...outcome.reasons].join(": "));
  const stop = outcome.turn === "stop" ? { stop: stopReasonOf(outcome) } : {};
  if (outcome.action === "refuse")
    return { ...denied(outcome.fields, reasonText(outcome)), ...stop };
  const fields = { ...outcome.fields, ...rewritten(outcome.input, hookInput) };
  if (outcome.action === "ask")
    return {
      fields: {
        ...fields,
        permissionDecision: "ask",
        permissionDecisionReason: reasonText(outcome),
      },
      ...stop,
    };
  const granted = outcome.permission === "granted" ? { permissionDecision: "allow" } : {};
  return { fields: { ...fields, ...granted }, ...stop };
}

const denied = (fields: Fields, reason: string): AnswerParts => ({
  refusal: reason,
  fields: { ...fields, permissionDecision: "deny", permissionDecisionReason: reason },
});

function permissionAnswer(outcome: Of<"permission">, hookInput: Fields): AnswerParts {
  const { interrupt, updatedPermissions } = outcome.fields;
  switch (outcome.action) {
    case "ask":
      return {};
    case "allow":
      return {
        fields: {
          decision: {
            behavior: "allow",
            ...rewritten(outcome.input, hookInput),
            ...(updatedPermissions === undefined ? {} : { updatedPermissions }),
          },
        },
      };
    case "deny": {
      const message = reasonText(outcome);
      const more = interrupt === true ? { interrupt } : {};
      return { refusal: message, fields: { decision: { behavior: "deny", message, ...more } } };
    }
    // A turn that ends grants nothing.
    case "stop": {
      const { reason } = outcome;
      const decision = { behavior: "deny", message: reason, interrupt: true };
      return { refusal: reason, stop: reason, fields: { decision } };
    }
  }
}

function gateAnswer(outcome: Of<"gate">): AnswerParts {
  switch (outcome.action) {
    case "proceed":
      return { fields: outcome.fields };
    case "refuse":
      return blocked(outcome.fields, reasonText(outcome));
    case "stop":
      return outcome.refused.length === 0
        ? { stop: outcome.reason, fields: outcome.fields }
        : { ...blocked(outcome.fields, outcome.refused.join("\n")), stop: outcome.reason };
  }
}

/** A refusal at a gate, also in the fields that a few events use for it. */
const blocked = (fields: Fields, reason: string): AnswerParts => ({
  refusal: reason,
  block: reason,
  fields: {
    action: "decline",
    ...fields,
    permissionDecision: "deny",
    permissionDecisionReason: reason,
  },
});

function turnEndAnswer(outcome: Of<"turn-end">): AnswerParts {
  if (outcome.action === "stop") return { stop: outcome.reason, fields: outcome.fields };
  if (outcome.action === "finish" || outcome.reasons.length === 0)
    return { fields: outcome.fields };
  return { refusal: reasonText(outcome), block: reasonText(outcome), fields: outcome.fields };
}

function resultAnswer(outcome: Of<"result">): AnswerParts {
  if (outcome.action === "stop") return { stop: outcome.reason, fields: outcome.fields };
  return outcome.reasons.length === 0
    ? { fields: outcome.fields }
    : { block: reasonText(outcome), fields: outcome.fields };
}

const reasonText = ({ reasons }: { readonly reasons: readonly string[] }): string =>
  reasons.join("\n") || "no reason given";

const rewritten = (input: Fields, hookInput: Fields): Fields =>
  isDeepStrictEqual(input, hookInput["tool_input"]) ? {} : { updatedInput: input };

const stopReasonOf = ({ messages }: Outcome): string =>
  messages.find(({ kind, audience }) => kind === "stop-reason" && audience !== "log")?.text ??
  "Stopped by hook";
