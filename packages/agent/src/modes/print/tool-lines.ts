import { shortLine } from "@snaphook/engine/internal";
import type { AgentEvent } from "../../loop/agent-event.ts";

type Of<Type extends AgentEvent["type"]> = Extract<AgentEvent, { readonly type: Type }>;

const maxLines = 20;

/** `--verbose`: what came of a call, with the first lines of its result. */
export function resultLines({ name, ran, isError, text }: Of<"tool-ended">): readonly string[] {
  const lines = text.trimEnd().split("\n");
  const left = lines.length - maxLines;
  const shown =
    left > 0
      ? [...lines.slice(0, maxLines), `… ${left} more ${left === 1 ? "line" : "lines"}`]
      : lines;
  return [`← ${name} ${endOf(ran, isError)}`, ...shown.map((line) => `  ${line}`)];
}

const endOf = (ran: boolean, isError: boolean): string =>
  ran ? (isError ? "failed" : "done") : "refused";

/** A summary takes as long as a long answer. */
export const compactingLine = "compacting the conversation …";

/** On a terminal: what the agent does, a line for each step. Refused calls have a line of their own. */
export function progressLines(event: AgentEvent): readonly string[] {
  switch (event.type) {
    case "assistant":
      return commentLines(event);
    case "tool-started":
      return [`→ ${event.name} ${subjectOf(event.input)}`.trimEnd()];
    case "compacting":
      return [compactingLine];
    case "tool-ended":
      return event.ran && event.isError ? [`  failed: ${shortLine(event.text)}`] : [];
    default:
      return [];
  }
}

/** What the model says before it calls tools; its last text is the result. */
function commentLines({ message, shown = message }: Of<"assistant">): readonly string[] {
  const { content } = shown;
  if (!content.some(({ type }) => type === "tool_use")) return [];
  return content.flatMap((block) => (block.type === "text" ? shortLine(block.text.trim()) : []));
}

/** The first text of an input is what the call is about: a command, a path, a pattern. */
function subjectOf(input: unknown): string {
  const texts = Object.values(input ?? {}).filter((value) => typeof value === "string");
  return shortLine(texts[0] ?? "");
}
