import { shortLine } from "@snaphook/engine/internal";
import type { Agent } from "../agent.ts";
import { warning } from "../warning.ts";
import { agentInWords, type EndedAgents } from "./background-agents.ts";

/** The user sees which agents were ended, and what the model did not read because of it. */
export function reportEndedAgents(
  { running, unread }: EndedAgents,
  { emit }: Pick<Agent, "emit">,
  { ended, why }: { readonly ended: string; readonly why: string },
): void {
  for (const one of running) emit(warning(`${agentInWords(one)} ${ended}`));
  for (const { text } of unread)
    emit(warning(`the model did not read this message, because ${why}: ${shortLine(text)}`));
}
