import type { AgentEvent } from "../../loop/agent-event.ts";
import { linesBesides, userLines } from "./text-view.ts";

/** A session in a terminal that can only print lines: messages, what the agent does, and its answers. */
export function plainLines({
  verbose,
}: {
  readonly verbose: boolean;
}): (event: AgentEvent) => readonly string[] {
  const besides = linesBesides({ isTerminal: true }, verbose);
  return (event) => [...userLines(event), ...besides(event), ...answerLines(event)];
}

/** The text of an answer after which no tool is called; the one before a call is among the other lines. */
function answerLines(event: AgentEvent): readonly string[] {
  if (event.type !== "assistant" || event.agent) return [];
  const { message, shown = message } = event;
  if (shown.content.some(({ type }) => type === "tool_use")) return [];
  return shown.content.flatMap((block) =>
    block.type === "text" && block.text !== "" ? [block.text] : [],
  );
}

const ofCalls: readonly AgentEvent["type"][] = ["tool-started", "tool-not-started", "tool-ended"];

/** `--verbose` where the calls are shown already: what is known of hooks. */
export function hookLines(): (event: AgentEvent) => readonly string[] {
  const lines = linesBesides({ isTerminal: true }, true);
  return (event) => (ofCalls.includes(event.type) ? [] : lines(event));
}
