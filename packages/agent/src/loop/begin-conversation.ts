import type { Message } from "@snaphook/engine";
import { hookText } from "@snaphook/engine";
import { textBlock } from "../effects/hook-text.ts";
import type { NoticeStep } from "../effects/notice.ts";
import type { EventFields } from "../effects/step.ts";
import type { Agent } from "./agent.ts";
import { announceInstructions } from "./announce-instructions.ts";
import type { SessionParts } from "./session-parts.ts";
import type { Preceding } from "./submit-prompt.ts";
import { warning } from "./warning.ts";

/** Commands that have no file. */
export const builtInCommands: readonly string[] = ["clear"];

type ConversationParts = Pick<
  SessionParts,
  "options" | "agent" | "state" | "commands" | "loadInstructions"
>;

/** A conversation that has begun, and what the model reads before its first prompt (G3). */
export interface BegunConversation {
  readonly preceding: Preceding;
  readonly next:
    | { readonly do: "continue" }
    /** A hook asked for a separate turn before the user's (A5). */
    | { readonly do: "prompt"; readonly text: string }
    /** G10: a hook stopped; the first input ends before UserPromptSubmit is fired. */
    | { readonly do: "stop"; readonly reason: string };
}

/**
 * Begins a conversation: Setup, SessionStart and InstructionsLoaded are all fired, even if a hook stops one
 * of them. A stop ends the first turn, not the session, and the prompt after it needs all of them.
 */
export async function beginConversation(
  parts: ConversationParts,
  source: string,
): Promise<BegunConversation> {
  const { agent, options } = parts;
  await announce(parts, source);
  const setup =
    options.setup && source !== "clear"
      ? [await agent.dispatch("Setup", { trigger: options.setup })]
      : [];
  const started = await agent.dispatch("SessionStart", { source, model: agent.model.id });
  const instructions = await readInstructions(parts);
  const texts = [
    ...setup.flatMap((step) => hookTexts("Setup", step, agent)),
    ...instructions.texts,
    ...sessionStartBlocks(agent, started, source),
  ];
  return {
    preceding: { blocks: texts.map(textBlock), head: sessionStartHead(agent, started, source) },
    next: nextStep(agent, [...setup, started, ...instructions.steps], started.fields),
  };
}

/** G10: the first stop applies, in the order of the events; without one a hook may ask for a separate turn. */
function nextStep(
  { emit }: Agent,
  steps: readonly NoticeStep[],
  { initialUserMessage: text }: EventFields,
): BegunConversation["next"] {
  const stop = steps.find((step) => step.do === "stop");
  const isGiven = typeof text === "string" && text !== "";
  if (!stop) return isGiven ? { do: "prompt", text } : { do: "continue" };
  if (isGiven)
    emit(
      warning(
        "the initialUserMessage of a SessionStart hook was not sent, because a hook stopped the turn",
      ),
    );
  return { do: "stop", reason: stop.reason };
}

/** The texts name the event alone, so that a resumed session recognises those it already has. */
const hookTexts = (event: string, step: NoticeStep, agent: Agent): readonly string[] =>
  contextOf(step).map(({ text }) => hookText(event, text, agent.hookMark));

/** A stop ends the turn; what was said with it goes with the next prompt. */
const contextOf = (step: NoticeStep): readonly Message[] =>
  (step.do === "stop" ? step.forLater : step.forModel).context;

/** V1: after `/clear` what SessionStart hooks say may be for the log only. */
const isForModel = ({ profile }: Agent, source: string): boolean =>
  source !== "clear" || profile.clearedSessionStart === "added";

function sessionStartBlocks(agent: Agent, step: NoticeStep, source: string): readonly string[] {
  const { profile, conversation } = agent;
  if (!isForModel(agent, source) || profile.sessionStartText !== "own-block") return [];
  /**
   * Section 12 of the contract: depending on the profile, what a resumed conversation already has is not
   * added again.
   */
  const isThere = (text: string): boolean =>
    source !== "startup" &&
    profile.resumedSessionStart === "not-added-again" &&
    conversation.holds(text);
  return hookTexts("SessionStart", step, agent).filter((text) => !isThere(text));
}

/** V1: some hosts put the texts at the start of the first prompt. */
function sessionStartHead(agent: Agent, step: NoticeStep, source: string): string {
  const texts = contextOf(step).map(({ text }) => text);
  const isHead = agent.profile.sessionStartText === "head-of-prompt";
  return isHead && isForModel(agent, source) && texts.length > 0 ? `${texts.join("\n")}\n\n` : "";
}

async function announce(
  { agent, commands, state: { transcript } }: ConversationParts,
  source: string,
): Promise<void> {
  const sandbox = (await agent.context.wall?.status()) ?? noWall;
  agent.emit({
    type: "init",
    sessionId: transcript.sessionId,
    transcriptPath: transcript.path,
    model: agent.model.id,
    tools: [...agent.tools.keys()],
    slashCommands: [...builtInCommands, ...commands.map(({ name }) => name)],
    cwd: agent.context.cwd(),
    permissionMode: agent.permissions.mode(),
    profile: agent.profile.name,
    source,
    sandbox,
  });
}

const noWall = { state: "off", because: "this session has none" } as const;

/**
 * Reads the files of instructions and fires InstructionsLoaded for each; what the conversation already has is
 * not added again.
 */
async function readInstructions({ agent, state, loadInstructions }: ConversationParts) {
  state.instructions = await loadInstructions();
  return announceInstructions(agent, state.instructions);
}
