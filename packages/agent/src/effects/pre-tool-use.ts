import type { ToolCallOutcome } from "@snaphook/engine";

/** What the loop does with a tool call after its hooks have spoken. */
export type ToolCallStep =
  | {
      readonly do: "run";
      readonly input: Readonly<Record<string, unknown>>;
      readonly then: "goOn" | "stop";
    }
  | { readonly do: "refuse"; readonly text: string; readonly then: "goOn" | "stop" };

/** Applies a PreToolUse outcome where nobody can be asked: what is not granted is refused (G1). */
export function applyPreToolUse(outcome: ToolCallOutcome): ToolCallStep {
  switch (outcome.action) {
    case "proceed":
      if (outcome.permission === "granted")
        return { do: "run", input: outcome.input, then: outcome.then };
      return {
        do: "refuse",
        text: "No hook allowed this call and nobody can be asked",
        then: outcome.then,
      };
    case "refuse":
      return { do: "refuse", text: outcome.reasons.join("\n"), then: outcome.then };
    case "ask":
      return {
        do: "refuse",
        text:
          outcome.reasons.join("\n") || "A hook wants this call confirmed and nobody can be asked",
        then: outcome.then,
      };
    case "defer":
      return { do: "refuse", text: "A hook deferred this call", then: "stop" };
    case "stop":
      return { do: "refuse", text: outcome.reason, then: "stop" };
  }
}
