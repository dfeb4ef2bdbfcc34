import type { JsonObject, ToolCallDecision } from "@snaphook/engine";

/** A decision about a call in the words of PreToolUse. */
export function permissionOf(decision: ToolCallDecision, isGranted: boolean): JsonObject {
  const because = (reasons: readonly string[]) =>
    reasons.length > 0 ? { permissionDecisionReason: reasons.join("\n") } : {};
  switch (decision.action) {
    case "run":
      return isGranted ? { permissionDecision: "allow" } : {};
    case "ask":
      return { permissionDecision: "ask", ...because(decision.question.reasons) };
    case "refused":
      return { permissionDecision: "deny", ...because(decision.reasons) };
    default:
      return { permissionDecision: "defer" };
  }
}
