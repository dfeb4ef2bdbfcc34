import type { Message } from "@snaphook/engine";
import { askForSummary, type Summary } from "../compaction/ask-for-summary.ts";
import { compactedMessages } from "../compaction/compacted-messages.ts";
import { isTooShort, type SplitConversation } from "../compaction/split-conversation.ts";
import type { ConversationMessage, TextBlock } from "../conversation/message.ts";
import { hookBlocks, textBlock } from "../effects/hook-text.ts";
import { ModelError } from "../model/model.ts";
import { addUsage } from "../model/usage.ts";
import type { Agent } from "./agent.ts";
import type { CompactTrigger } from "./agent-event.ts";
import { announceInstructions } from "./announce-instructions.ts";
import { announceSummary } from "./interactive/announce-summary.ts";
import { sessionStartBlocks, sessionStartHead } from "./session-start-texts.ts";
import type { TurnTally } from "./turn-tally.ts";
import { warning } from "./warning.ts";

export interface Compaction {
  readonly trigger: CompactTrigger;
  /** What the user wrote after `/compact`. */
  readonly instructions: string | undefined;
  readonly split: SplitConversation;
  /** What the model has not read yet; it is part of the summary. */
  readonly unread: readonly TextBlock[];
  /** What fits the model, as a part of the conversation. */
  readonly fits: number;
}

export type CompactionEnd =
  | { readonly do: "compacted"; readonly output: readonly TextBlock[] }
  /** The conversation is what it was. */
  | {
      readonly do: "unchanged";
      readonly why: "refused" | "too-short" | "failed";
      readonly because: string;
      readonly output: readonly TextBlock[];
    }
  /** G10: a hook ends the turn, before the compaction or after it. */
  | { readonly do: "stop"; readonly reason: string; readonly compacted?: true };

/**
 * G8: replaces the conversation with a summary.
 *
 * 1. PreCompact; the profile decides whether it can refuse, and whether what hooks print instructs the summary.
 * 2. The model is asked for the summary. If it has none, the conversation stays.
 * 3. SessionStart (compact), and the standing instructions again: both were in what the summary replaces.
 * 4. The new conversation takes effect, in one record, so that a crash leaves the old or the new one.
 * 5. PostCompact. A stop in 3 or 5 ends the turn after that.
 */
export async function compact(
  agent: Agent,
  compaction: Compaction,
  tally: TurnTally,
  signal: AbortSignal,
): Promise<CompactionEnd> {
  const { trigger, split } = compaction;
  const custom_instructions = compaction.instructions ?? agent.profile.noCustomInstructions;
  const before = await agent.dispatch("PreCompact", { trigger, custom_instructions }, { signal });
  signal.throwIfAborted();
  if (before.do === "stop") return { do: "stop", reason: before.reason };
  const output = hookOutput(agent, "PreCompact", before.messages);
  const unchanged = (why: "refused" | "too-short" | "failed", because: string) =>
    ({ do: "unchanged", why, because, output }) as const;
  if (before.do === "refuse")
    return unchanged("refused", `a PreCompact hook refused it: ${before.reasons.join("\n")}`);
  if (isTooShort(split.summarised)) return unchanged("too-short", "there is too little to compact");
  const instructions = [
    compaction.instructions ?? "",
    ...before.forModel.context.map(({ text }) => text),
  ];
  try {
    const summary = await summarise(agent, compaction, instructions, tally, signal);
    await announceSummary(agent, summary, signal);
    const after = await replaceConversation(agent, compaction, summary, signal);
    if (after.stop !== undefined) return { do: "stop", reason: after.stop, compacted: true };
    return { do: "compacted", output: [...output, ...after.output] };
  } catch (error) {
    if (signal.aborted || !(error instanceof ModelError)) throw error;
    return unchanged("failed", `the model gave no summary: ${error.message}`);
  }
}

async function summarise(
  agent: Agent,
  { trigger, split, unread, fits }: Compaction,
  instructions: readonly string[],
  tally: TurnTally,
  signal: AbortSignal,
): Promise<Summary> {
  const { model, tools, options, profile, context, emit } = agent;
  const system = await agent.system();
  const start = context.clock.now();
  emit({ type: "compacting", trigger });
  try {
    const more: readonly ConversationMessage[] =
      unread.length === 0 ? [] : [{ role: "user", content: unread }];
    const summary = await askForSummary(model, {
      system,
      messages: [...split.summarised, ...more],
      tools: [...tools.values()].map(({ name, description, inputSchema }) => ({
        name,
        description,
        inputSchema,
      })),
      instructions,
      fits,
      shorten: profile.longSummaryRequest,
      ...(tally.model === undefined ? {} : { model: tally.model }),
      ...(options.effort === undefined ? {} : { effort: options.effort }),
      signal,
    });
    tally.usage = addUsage(tally.usage, summary.answer.usage);
    return summary;
  } finally {
    tally.apiDurationMs += context.clock.now() - start;
    emit({ type: "compacting-ended" });
  }
}

async function replaceConversation(
  agent: Agent,
  { trigger, split: { kept } }: Compaction,
  summary: Summary,
  signal: AbortSignal,
): Promise<{ readonly stop: string | undefined; readonly output: readonly TextBlock[] }> {
  const { conversation, emit } = agent;
  const source = "compact";
  const started = await agent.dispatch(
    "SessionStart",
    { source, model: agent.model.id },
    { signal },
  );
  agent.watched.takePaths(started.fields);
  agent.takeTitle(started.fields);
  const { initialUserMessage } = started.fields;
  if (typeof initialUserMessage === "string" && initialUserMessage !== "")
    emit(
      warning(
        "the initialUserMessage of a SessionStart hook was not sent, because it is not used after a compaction",
      ),
    );
  const loaded = await agent.loadInstructions();
  const { steps, texts } = await announceInstructions(agent, loaded, "compact");
  signal.throwIfAborted();
  const blocks = [...texts, ...sessionStartBlocks(agent, started, source)].map(textBlock);
  const messages = compactedMessages({
    summary: summary.text,
    preceding: blocks,
    head: sessionStartHead(agent, started, source),
    kept,
    continues: trigger === "auto" && kept.length === 0,
  });
  const preTokens = conversation.tokens();
  conversation.replaceAll(messages);
  emit({ type: "compacted", trigger, preTokens, postTokens: conversation.tokens(), messages });
  const ended = await agent.dispatch(
    "PostCompact",
    { trigger, compact_summary: summary.written },
    { signal },
  );
  signal.throwIfAborted();
  const stop = [started, ...steps, ended].find((step) => step.do === "stop");
  return { stop: stop?.reason, output: hookOutput(agent, "PostCompact", ended.messages) };
}

/** Section 12 of the contract: what may reach the conversation of what hooks printed and why they refused. */
const outputKinds: readonly Message["kind"][] = [
  "instructions",
  "stdout",
  "stderr",
  "failure",
  "reason",
];

function hookOutput(
  { hookMark }: Agent,
  event: string,
  messages: readonly Message[],
): readonly TextBlock[] {
  const texts = new Map(
    messages.flatMap((message) =>
      outputKinds.includes(message.kind) ? [[message.text.trim(), message] as const] : [],
    ),
  );
  return hookBlocks(event, [...texts.values()], hookMark);
}
