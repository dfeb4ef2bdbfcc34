import type { Outcome } from "../stages/outcome.ts";
import { contextMessages, hookText, laterMessages, reasonMessages } from "../text/hook-text.ts";
import type { ToolCallResult } from "./tool-call.ts";

/** What the model reads of a tool call. */
export interface ModelResult {
  /** The content of the tool result. */
  readonly text: string;
  readonly isError: boolean;
  /** Context of hooks that ran before the tool; put it after the tool results (G3). */
  readonly context: readonly string[];
  /** Texts of hooks that go with a later request, such as why a hook stopped the turn. */
  readonly later: readonly string[];
}

/**
 * Turns the end of a tool call into what the model reads: the result or the error, what hooks said
 * about it, or why the call did not run. Texts of hooks are marked as such (G2).
 *
 * @example
 * const { text, isError, context } = resultForModel(done, (result) => result.stdout);
 */
export function resultForModel<Result>(
  done: ToolCallResult<Result>,
  /** Renders a result. Default: text unchanged, anything else as JSON. */
  render: (result: Result) => string = renderPlainly,
  /** Whether context of PostToolUse hooks goes into the text. Default: yes. */
  {
    contextAfterTool = true,
    mark,
  }: {
    readonly contextAfterTool?: boolean;
    /** The session's mark of texts of hooks (`hookText`); removed from what the tool returned. */
    readonly mark?: string;
  } = {},
): ModelResult {
  const { call, outcomes } = done;
  const before = outcomes.filter(({ kind }) => kind !== "result");
  const after = outcomes.filter(({ kind }) => kind === "result");
  const about = ({ event }: Outcome) => `${event}:${call.name}`;
  const context = before.flatMap((outcome) =>
    contextMessages(outcome.messages).map(({ text }) => hookText(about(outcome), text, mark)),
  );
  const later = laterMessages(done.messages).map(({ text }) => hookText(call.name, text, mark));
  const textsAfter = after.flatMap((outcome) => {
    const texts = contextAfterTool ? contextMessages(outcome.messages) : [];
    return [...objections(outcome), ...texts.map(({ text }) => text)].map((text) =>
      hookText(about(outcome), text, mark),
    );
  });
  // A tool can read the mark in the transcript.
  const withHooks = (text: string) =>
    [mark === undefined ? text : text.replaceAll(mark, "[mark]"), ...textsAfter]
      .filter((part) => part !== "")
      .join("\n\n");
  switch (done.action) {
    case "ran": {
      const { result, updatedOutput } = done;
      const text =
        updatedOutput === undefined ? render(result) : renderReplaced(updatedOutput, render);
      return { text: withHooks(text), isError: false, context, later };
    }
    case "failed": {
      const { error } = done;
      const text = error instanceof Error ? error.message : String(error);
      return { text: withHooks(text), isError: true, context, later };
    }
    case "refused":
      return { text: refusalText(done.reasons, outcomes), isError: true, context, later };
    case "stopped":
      return { text: `The call did not run. ${done.reason}`.trim(), isError: true, context, later };
    case "deferred":
      return { text: "A hook deferred this call: it did not run.", isError: true, context, later };
  }
}

/** A replaced output is rendered like a result, if it has the shape of one. */
function renderReplaced<Result>(output: unknown, render: (result: Result) => string): string {
  if (typeof output === "string") return output;
  try {
    const text: unknown = render(output as Result);
    return typeof text === "string" ? text : renderPlainly(output);
  } catch {
    return renderPlainly(output);
  }
}

const renderPlainly = (result: unknown): string =>
  typeof result === "string" ? result : (JSON.stringify(result) ?? "");

/** A block names its hook: the result is kept, and the model should know which hook objects to it. */
const objections = ({ messages }: Outcome): readonly string[] =>
  reasonMessages(messages).map(({ text, hook }) =>
    text.startsWith(`[${hook.label}]`) ? text : `[${hook.label}]: ${text}`,
  );

function refusalText(reasons: readonly string[], [before, question]: readonly Outcome[]): string {
  const hook = [question, before].find(
    (outcome) => outcome?.action === "refuse" || outcome?.action === "deny",
  );
  const text = reasons.join("\n");
  return hook ? `A ${hook.event} hook refused this call: ${text}` : text;
}
