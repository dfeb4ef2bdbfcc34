import { shortLine } from "@snaphook/engine/internal";
import type { AgentEvent } from "../../loop/agent-event.ts";

type Of<Type extends AgentEvent["type"]> = Extract<AgentEvent, { readonly type: Type }>;

const maxLines = 20;

/** `--verbose`: what came of a call, with the first lines of its result. */
export const resultLines = ({ name, ran, isError, text }: Of<"tool-ended">): readonly string[] => [
  `← ${name} ${endOf(ran, isError)}`,
  ...shortened(text).map((line) => `  ${line}`),
];

const endOf = (ran: boolean, isError: boolean): string =>
  ran ? (isError ? "failed" : "done") : "refused";

/** A call for which no hook ran, with the first lines of the reason. */
export const notStartedLines = ({
  name,
  input,
  text,
}: Of<"tool-not-started">): readonly string[] => [
  `→ ${name} ${JSON.stringify(input)}`,
  `← ${name} not run, before any hook`,
  ...shortened(text).map((line) => `  ${line}`),
];

function shortened(text: string): readonly string[] {
  const lines = text.trimEnd().split("\n");
  const left = lines.length - maxLines;
  return left > 0
    ? [...lines.slice(0, maxLines), `… ${left} more ${left === 1 ? "line" : "lines"}`]
    : lines;
}

/** A summary takes as long as a long answer. */
export const compactingLine = "compacting the conversation …";

/** On a terminal: what the agent does, a line for each step. Refused calls have a line of their own. */
export function progressLines(event: AgentEvent): readonly string[] {
  switch (event.type) {
    case "assistant":
      return commentLines(event);
    case "tool-started":
      return [callLine(event)];
    case "tool-not-started":
      return [callLine(event), `  not run: ${shortLine(event.text)}`];
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

const callLine = ({ name, input }: Pick<Of<"tool-started">, "name" | "input">): string =>
  `→ ${name} ${subjectOf(input)}`.trimEnd();

/** The first text of an input is what the call is about: a command, a path, a pattern. */
function subjectOf(input: unknown): string {
  const texts = Object.values(input ?? {}).filter((value) => typeof value === "string");
  return shortLine(texts[0] ?? "");
}
