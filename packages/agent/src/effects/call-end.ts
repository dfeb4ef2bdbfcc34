import type { Message, Outcome, OutcomeOf, ToolCallResult } from "@snaphook/engine";
import type { EventName, Profile } from "@snaphook/protocol";
import type { TextBlock } from "../conversation/message.ts";
import { errorText } from "../error-text.ts";
import type { Tool } from "../tools/tool.ts";
import { type StepOf, stepOf } from "./effects.ts";
import { hookBlocks, hookText } from "./hook-text.ts";
import type { ModelTexts } from "./step.ts";

/** How the turn goes on after a call. */
type AfterCall =
  | { readonly do: "continue" | "interrupt" | "defer" }
  | { readonly do: "stop"; readonly reason: string };

/** What the model reads about a call, and how the turn goes on. */
export type CallEnd = {
  /** Content of the tool result. */
  readonly text: string;
  /** Follows the results (G3). */
  readonly context: readonly TextBlock[];
  /** Each is a user message of its own after that (V3). */
  readonly messages: readonly Message[];
  readonly next: AfterCall;
} & (
  | { readonly call: "ran"; readonly response: unknown }
  | { readonly call: "failed" | "refused" | "not-run" }
);

/** A call that no hook heard of. */
export const notRun = (text: string, next: AfterCall = { do: "continue" }): CallEnd => ({
  call: "not-run",
  text,
  context: [],
  messages: [],
  next,
});

/** The events of a tool call; the engine fires them together, in its order. */
export type ToolEvent = "PreToolUse" | "PermissionRequest" | "PostToolUse" | "PostToolUseFailure";

type ToolStep = StepOf<ToolEvent>;

/** An event of the call and what its outcome does. */
interface FiredEvent {
  readonly event: EventName;
  readonly isAfter: boolean;
  readonly step: ToolStep;
}

/** G3: what hooks said before the call follows its result, what they said after it is inside. */
export function callEnd(
  tool: Tool,
  ended: ToolCallResult<unknown>,
  { contextAfterTool }: Pick<Profile, "contextAfterTool">,
): CallEnd {
  const fired = ended.outcomes.map(firedEvent);
  const after = fired.filter(({ isAfter }) => isAfter);
  const isInside = contextAfterTool === "in-result";
  const rest = {
    context: fired
      .filter(({ isAfter }) => !isAfter)
      .flatMap(({ event, step }) => hookBlocks(`${event}:${tool.name}`, textsOf(step).context)),
    messages: isInside ? [] : after.flatMap(({ step }) => textsOf(step).context),
    next: afterCall(ended, fired),
  };
  const withHooks = (text: string) =>
    [text, ...after.flatMap((one) => textsAfter(one, tool.name, isInside))].join("\n\n");
  switch (ended.action) {
    case "ran": {
      const text = withHooks(tool.text(ended.updatedOutput ?? ended.result));
      return { ...rest, call: "ran", response: ended.result, text };
    }
    case "failed":
      return { ...rest, call: "failed", text: withHooks(errorText(ended.error)) };
    case "refused":
      return { ...rest, call: "refused", text: refusalText(ended.reasons, fired) };
    case "stopped":
      return { ...rest, call: "refused", text: `The call did not run. ${ended.reason}`.trim() };
    case "deferred":
      return { ...rest, call: "not-run", text: "A hook put this call off: it did not run." };
  }
}

const firedEvent = (outcome: Outcome): FiredEvent => ({
  event: outcome.event,
  isAfter: outcome.kind === "result",
  step: stepOf(outcome as OutcomeOf<ToolEvent>),
});

const textsOf = (step: ToolStep): ModelTexts =>
  step.do === "stop" ? step.forLater : step.forModel;

function afterCall(ended: ToolCallResult<unknown>, fired: readonly FiredEvent[]): AfterCall {
  if (ended.action === "deferred") return { do: "defer" };
  if (ended.action === "refused" && ended.interrupt) return { do: "interrupt" };
  if (ended.turn === "continue") return { do: "continue" };
  const reasons = fired.flatMap(({ step }) => stopReason(step));
  const given = ended.action === "stopped" ? ended.reason : "";
  return { do: "stop", reason: reasons[0] ?? given };
}

function stopReason(step: ToolStep): readonly string[] {
  if (step.do === "stop") return [step.reason];
  return "turn" in step && step.turn.do === "stop" ? [step.turn.reason] : [];
}

/** An objection names its hook: the result stays, and the model has to know who objects. */
function textsAfter(
  { event, step }: FiredEvent,
  tool: string,
  withContext: boolean,
): readonly string[] {
  const about = `${event}:${tool}`;
  const { context, objections } = textsOf(step);
  return [
    ...objections.map(({ text, hook }) =>
      hookText(about, text.startsWith(`[${hook.label}]`) ? text : `[${hook.label}]: ${text}`),
    ),
    ...(withContext ? context : []).map(({ text }) => hookText(about, text)),
  ];
}

/** The last event that refused is the one that counts. */
function refusalText(reasons: readonly string[], fired: readonly FiredEvent[]): string {
  const by = fired.findLast(({ step }) => step.do === "refuse" || step.do === "deny");
  const text = reasons.join("\n");
  return by ? `A ${by.event} hook refused this call: ${text}` : text;
}
