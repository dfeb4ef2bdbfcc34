import { type CallEnd, withContext } from "../effects/call-end.ts";
import { textBlock } from "../effects/hook-text.ts";
import type { Agent } from "./agent.ts";
import { announceInstructions } from "./announce-instructions.ts";

/**
 * Instructions for the file that a call read go with its result; a stop of a hook ends the turn (G10). The
 * caller goes through the calls in their order, so that it is no race which of them loads a file.
 */
export async function withInstructions(agent: Agent, end: CallEnd): Promise<CallEnd> {
  if (end.fileRead === undefined) return end;
  const loaded = await agent.instructionsFor(end.fileRead);
  const { texts, steps } = await announceInstructions(agent, loaded);
  const stop = steps.find((step) => step.do === "stop");
  const withTexts = withContext(end, texts.map(textBlock));
  return stop && end.next.do === "continue"
    ? { ...withTexts, next: { do: "stop", reason: stop.reason } }
    : withTexts;
}
