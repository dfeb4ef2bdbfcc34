import {
  type Message,
  type Outcome,
  type OutcomeOf,
  resultForModel,
  seenBy,
  type ToolCallResult,
} from "@snaphook/engine";
import type { Profile } from "@snaphook/protocol";
import type { MediaBlock, TextBlock } from "../conversation/message.ts";
import type { Tool } from "../tools/tool.ts";
import { type StepOf, stepOf } from "./effects.ts";
import { textBlock } from "./hook-text.ts";
import { modelTexts } from "./step.ts";

/** How the turn continues after a call. */
type AfterCall =
  | { readonly do: "continue" | "interrupt" | "defer" }
  | { readonly do: "stop"; readonly reason: string };

/** What the model reads about a call, and how the turn continues. */
export type CallEnd = {
  /** Content of the tool result. */
  readonly text: string;
  /** Follows the results (G3). */
  readonly context: readonly (TextBlock | MediaBlock)[];
  /** What belongs to the result, if that was recorded before hooks ran (V2). */
  readonly afterResult?: readonly (TextBlock | MediaBlock)[];
  /** Each becomes a separate user message after that (V3). */
  readonly messages: readonly Message[];
  readonly next: AfterCall;
  /** The tool added a text of its own after the result (G11). */
  readonly hasTextAfter?: boolean;
  /** The file that the model has read by this call. */
  readonly fileRead?: string;
  /** It ended before `tool-started`: no event of its own says so. */
  readonly isNotStarted?: true;
} & CallFacts;

type CallFacts =
  | { readonly call: "ran"; readonly response: unknown }
  | { readonly call: "failed" | "not-run" }
  | {
      readonly call: "refused";
      readonly by: RefusedBy;
      readonly reasons: readonly string[];
      /** The line of each hook that refuses, for the user: the caller shows it, with the call. */
      readonly lines: readonly Message[];
    };

/** A hook refused it, the question of a hook had no answer, or the host's own rules refused it. */
export type RefusedBy = "hook" | "unanswered-hook" | "host";

/** A call for which no hook was fired. */
export const notRun = (text: string, next: AfterCall = { do: "continue" }): CallEnd => ({
  call: "not-run",
  text,
  context: [],
  messages: [],
  next,
});

/** A call that ends before its hooks: unknown, invalid, or too late. */
export const notStarted = (text: string, next?: AfterCall): CallEnd => ({
  ...notRun(text, next),
  isNotStarted: true,
});

/** The events of a tool call; the engine fires them together, in its order. */
export type ToolEvent = "PreToolUse" | "PermissionRequest" | "PostToolUse" | "PostToolUseFailure";

export function callEnd(
  tool: Tool,
  ended: ToolCallResult<unknown>,
  { contextAfterTool, callsOfAnswer }: Pick<Profile, "contextAfterTool" | "callsOfAnswer">,
  mark: string,
): CallEnd {
  const isRecorded = callsOfAnswer === "all-before-hooks";
  const isInside = contextAfterTool === "in-result" && !isRecorded;
  // V11: hooks may know the tool by another name, the model does not.
  const call = { ...ended.call, name: tool.name };
  const { text, context } = resultForModel({ ...ended, call }, (result) => tool.text(result), {
    contextAfterTool: isInside,
    mark,
  });
  return {
    ...callFacts(ended),
    text,
    context: context.map(textBlock),
    messages: isInside
      ? []
      : ended.outcomes.filter(isAfterTool).flatMap((outcome) => {
          const { objections, context: said } = modelTexts(outcome);
          // A result that is already recorded cannot contain the reasons of a block.
          return isRecorded ? [...objections, ...said] : said;
        }),
    next: afterCall(ended),
  };
}

/** Adds to the result, and to the texts after it for hosts that have recorded the result already. */
export const withTextInResult = (end: CallEnd, change: string | undefined): CallEnd =>
  change === undefined
    ? end
    : {
        ...end,
        text: `${end.text}\n\n${change}`,
        afterResult: [...(end.afterResult ?? []), textBlock(change)],
      };

/** Adds blocks that follow the result. */
export const withContext = (end: CallEnd, blocks: readonly (TextBlock | MediaBlock)[]): CallEnd =>
  blocks.length === 0
    ? end
    : {
        ...end,
        context: [...end.context, ...blocks],
        afterResult: [...(end.afterResult ?? []), ...blocks],
      };

const isAfterTool = ({ kind }: Outcome): boolean => kind === "result";

function callFacts(ended: ToolCallResult<unknown>): CallFacts {
  switch (ended.action) {
    case "ran":
      return { call: "ran", response: ended.result };
    case "failed":
      return { call: "failed" };
    case "refused":
      return {
        call: "refused",
        by: refusedBy(ended),
        reasons: ended.reasons,
        lines: seenBy("user", reasonsForUser(ended, isRefusal)),
      };
    case "stopped":
      return { call: "refused", by: "hook", reasons: [ended.reason], lines: [] };
    case "deferred":
      return { call: "not-run" };
  }
}

/** What the user sees of the hooks that took such a step about a call. */
export const reasonsForUser = (
  { outcomes }: ToolCallResult<unknown>,
  isWanted: (step: string) => boolean,
): readonly Message[] =>
  outcomes
    .filter((outcome) => isWanted(stepOf(outcome as OutcomeOf<ToolEvent>).do))
    .flatMap(({ messages }) => messages)
    .filter(({ audience, kind }) => audience === "user" && kind === "reason");

export const isRefusal = (step: string): boolean => step === "refuse" || step === "deny";

function refusedBy({ outcomes }: ToolCallResult<unknown>): RefusedBy {
  const steps = outcomes.map((outcome) => stepOf(outcome as OutcomeOf<ToolEvent>).do);
  if (steps.some(isRefusal)) return "hook";
  // The first event is PreToolUse; the `ask` of PermissionRequest only means that no hook answered.
  return steps[0] === "ask" ? "unanswered-hook" : "host";
}

function afterCall(ended: ToolCallResult<unknown>): AfterCall {
  if (ended.action === "deferred") return { do: "defer" };
  if (ended.action === "refused" && ended.interrupt) return { do: "interrupt" };
  if (ended.turn === "continue") return { do: "continue" };
  const reasons = ended.outcomes.flatMap((outcome) =>
    stopReason(stepOf(outcome as OutcomeOf<ToolEvent>)),
  );
  const stopText = ended.action === "stopped" ? ended.reason : "";
  return { do: "stop", reason: reasons[0] ?? stopText };
}

/** A hook stops the turn at once, or once the call has run (section 12 of the contract). */
function stopReason(step: StepOf<ToolEvent>): readonly string[] {
  if (step.do === "stop") return [step.reason];
  return "turn" in step && step.turn.do === "stop" ? [step.turn.reason] : [];
}
