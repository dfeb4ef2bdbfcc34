import type { TextBlock } from "../conversation/message.ts";
import { textBlock } from "../effects/hook-text.ts";
import { addUserMessage } from "./add-user-message.ts";
import type { Agent } from "./agent.ts";
import { type CompactionEnd, compact } from "./compact.ts";
import type { TurnTally } from "./turn-tally.ts";

export type CompactCommandEnd = Exclude<CompactionEnd, { readonly do: "unchanged" }> | Unchanged;
type Unchanged = {
  readonly do: "unchanged";
  readonly isError: boolean;
  /** For the user. */
  readonly text: string;
};

export const compactedText = "The conversation was compacted: a summary replaces it.";

/** `/compact`: the whole conversation becomes a summary. */
export async function compactCommand(
  agent: Agent,
  { args, unread }: { readonly args: string; readonly unread: readonly TextBlock[] },
  tally: TurnTally,
  signal: AbortSignal,
): Promise<CompactCommandEnd> {
  const checkpoint = await agent.checkpoint();
  if (checkpoint.do === "stop") return checkpoint;
  const split = { summarised: agent.conversation.messages(), kept: [] };
  const instructions = args === "" ? undefined : args;
  const compaction = { trigger: "manual", instructions, split, unread, fits: 1 } as const;
  const end = await compact(agent, compaction, tally, signal);
  switch (end.do) {
    case "stop":
      return end;
    case "compacted":
      addOutput(agent, args, compactedText, end.output);
      return end;
    case "unchanged": {
      const text = `The conversation was not compacted: ${end.because}`;
      addOutput(agent, args, text, end.output);
      return { do: "unchanged", isError: end.why === "failed", text };
    }
  }
}

/** Section 12 of the contract: the command, and what hooks printed, may be part of the conversation. */
function addOutput(agent: Agent, args: string, text: string, output: readonly TextBlock[]): void {
  if (agent.profile.slashCommandOutput !== "conversation") return;
  const command = `The user ran the command ${`/compact ${args}`.trim()}. ${text}`;
  addUserMessage(agent, [textBlock(command), ...output]);
}
