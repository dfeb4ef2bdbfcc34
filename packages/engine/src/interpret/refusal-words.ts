import type { EventDefinition } from "@snaphook/protocol";

/** Keys that people invent for a refusal, and keys whose `false` they mean as one. */
const refusingKeys = "block|blocked|deny|denied|refuse|refused|reject|rejected|forbid|forbidden";
const permittingKeys =
  "ok|allow|allowed|approve|approved|permit|permitted|accept|accepted|continue|safe|valid|success";
const refusingWords = `${refusingKeys}|no|stop`;

const isRefusingKey = new RegExp(`^(?:${refusingKeys})$`, "i");
const isPermittingKey = new RegExp(`^(?:${permittingKeys})$`, "i");
const isRefusingWord = new RegExp(`^(?:${refusingWords})$`, "i");

/** Keys with a word as their value. */
const decidingKeys =
  "decision|permissionDecision|permission_decision|permission|behavior|behaviour|verdict|action|result|status";
const isDecidingKey = new RegExp(`^(?:${decidingKeys})$`, "i");

/** Whether a key with this value is probably meant to refuse, such as `"block": true` or `"ok": false`. */
export const meansRefusal = (key: string, value: unknown): boolean =>
  (isRefusingKey.test(key) && value !== false && value !== null) ||
  (isPermittingKey.test(key) && value === false) ||
  (isDecidingKey.test(key) && typeof value === "string" && isRefusingWord.test(value));

const refusal = new RegExp(
  [
    `"(?:${decidingKeys})"\\s*:\\s*"(?:${refusingWords})"`,
    `"(?:${permittingKeys})"\\s*:\\s*false\\b`,
    `"(?:${refusingKeys})"\\s*:\\s*true\\b`,
  ].join("|"),
  "i",
);

/** Whether a text that is not an answer contains one that refuses, or is nothing but such a word. */
export const refusesInText = (text: string): boolean =>
  refusal.test(text) || isRefusingWord.test(text.trim().replace(/^"(.*)"$/, "$1"));

/** How a hook refuses on an event, as advice. */
export const howToRefuse = (event: EventDefinition): string =>
  event.exitCodeOnly || !(event.decisionCounts || refusingField(event))
    ? "exit with 2"
    : `print ${refusalOn(event)}, or exit with 2`;

/** An answer that refuses on an event. */
export function refusalOn(event: EventDefinition): string {
  const field = refusingField(event);
  return field === undefined
    ? '{"decision": "block", "reason": "…"}'
    : `{"hookSpecificOutput": {"hookEventName": "${event.name}", ${field}}}`;
}

/** The event's own fields that refuse, if it has any. */
function refusingField({ outputFields }: EventDefinition): string | undefined {
  if (outputFields.includes("permissionDecision"))
    return '"permissionDecision": "deny", "permissionDecisionReason": "…"';
  if (outputFields.includes("decision")) return '"decision": {"behavior": "deny", "message": "…"}';
  return outputFields.includes("action") ? '"action": "decline"' : undefined;
}
