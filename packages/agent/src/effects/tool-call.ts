import type { Message, Outcome, ToolCallResult } from "@snaphook/engine";
import type { Profile } from "@snaphook/protocol";
import type { TextBlock } from "../conversation/message.ts";
import { errorText } from "../error-text.ts";
import type { Tool } from "../tools/tool.ts";
import { contextBlocks, contextMessages, hookText, reasonMessages } from "./hook-text.ts";

/** What the model is told of a call, and how the turn goes on. */
export interface CallStep {
  /** Content of the tool result. */
  readonly text: string;
  readonly isError: boolean;
  /** Stands after the results (G3). */
  readonly context: readonly TextBlock[];
  /** Each is a user message of its own after that (V3). */
  readonly messages: readonly Message[];
  readonly turn: "continue" | "stop" | "interrupt" | "defer";
  /** Why, when a hook stops it. */
  readonly stopReason: string;
  readonly ran: boolean;
  readonly refused: boolean;
}

/** G3: what hooks said before the call stands behind its result, what they said after it inside. */
export function applyToolCall(
  tool: Tool,
  ended: ToolCallResult<unknown>,
  { contextAfterTool }: Profile,
): CallStep {
  const { outcomes, turn } = ended;
  const before = outcomes.filter(({ kind }) => kind !== "result");
  const after = outcomes.filter(({ kind }) => kind === "result");
  const context = before.flatMap((outcome) =>
    contextBlocks(outcome, `${outcome.event}:${tool.name}`),
  );
  const isInside = contextAfterTool === "in-result";
  const messages = isInside ? [] : after.flatMap(contextMessages);
  const stopReason = outcomes.flatMap((one) => (one.action === "stop" ? one.reason : []))[0] ?? "";
  const told = { context, messages, turn, stopReason };
  const rest = { ...told, ran: false, refused: false, isError: true };
  const inside = (text: string) =>
    [text, ...after.flatMap((outcome) => saidAfter(outcome, tool.name, isInside))].join("\n\n");
  switch (ended.action) {
    case "ran": {
      const response = ended.updatedOutput ?? ended.result;
      return { ...rest, ran: true, isError: false, text: inside(tool.text(response)) };
    }
    case "failed":
      return { ...rest, ran: true, text: inside(errorText(ended.error)) };
    case "refused": {
      const text = refusalText(ended.reasons, outcomes);
      return { ...rest, text, refused: true, turn: ended.interrupt ? "interrupt" : turn };
    }
    case "stopped":
      return { ...rest, text: `The call did not run. ${ended.reason}`.trim(), refused: true };
    case "deferred":
      return { ...rest, text: "A hook put this call off: it did not run.", turn: "defer" };
  }
}

/** A block names its hook: the result stays, and the model is to know who objects. */
function saidAfter(outcome: Outcome, tool: string, withContext: boolean): readonly string[] {
  const about = `${outcome.event}:${tool}`;
  return [
    ...reasonMessages(outcome).map(({ text, hook }) =>
      hookText(about, text.startsWith(`[${hook.label}]`) ? text : `[${hook.label}]: ${text}`),
    ),
    ...(withContext ? contextMessages(outcome) : []).map(({ text }) => hookText(about, text)),
  ];
}

function refusalText(reasons: readonly string[], [before, question]: readonly Outcome[]): string {
  const hook = [question, before].find(
    (outcome) => outcome?.action === "refuse" || outcome?.action === "deny",
  );
  const text = reasons.join("\n");
  return hook ? `A ${hook.event} hook refused this call: ${text}` : text;
}
