import { hookText, type Message } from "@snaphook/engine";
import type { NoticeStep } from "../effects/notice.ts";
import type { Agent } from "./agent.ts";

/** The texts name the event alone, so that a resumed session recognises those it already has. */
export const hookTexts = (event: string, step: NoticeStep, agent: Agent): readonly string[] =>
  contextOf(step).map(({ text }) => hookText(event, text, agent.hookMark));

/** A stop ends the turn; what was said with it goes with the next prompt. */
const contextOf = (step: NoticeStep): readonly Message[] =>
  (step.do === "stop" ? step.forLater : step.forModel).context;

/** V1: after `/clear` what SessionStart hooks say may be for the log only. */
const isForModel = ({ profile }: Agent, source: string): boolean =>
  source !== "clear" || profile.clearedSessionStart === "added";

/** What SessionStart hooks add before the first prompt, or before a summary. */
export function sessionStartBlocks(
  agent: Agent,
  step: NoticeStep,
  source: string,
): readonly string[] {
  const { profile, conversation } = agent;
  if (!isForModel(agent, source) || profile.sessionStartText !== "own-block") return [];
  /**
   * Section 12 of the contract: depending on the profile, what a resumed conversation already has is not
   * added again. A compaction removes what the conversation has.
   */
  const isThere = (text: string): boolean =>
    source !== "startup" &&
    source !== "compact" &&
    profile.resumedSessionStart === "not-added-again" &&
    conversation.holds(text);
  return hookTexts("SessionStart", step, agent).filter((text) => !isThere(text));
}

/** V1: some hosts put the texts at the start of the first prompt. */
export function sessionStartHead(agent: Agent, step: NoticeStep, source: string): string {
  const texts = contextOf(step).map(({ text }) => text);
  const isHead = agent.profile.sessionStartText === "head-of-prompt";
  return isHead && isForModel(agent, source) && texts.length > 0 ? `${texts.join("\n")}\n\n` : "";
}
