import { randomUUID } from "node:crypto";
import type { TextBlock } from "../../conversation/message.ts";
import type { Prompt, PromptMessage } from "../prompt.ts";

/** Prompts that the user types while a turn runs. */
export interface PromptQueue {
  /**
   * UserPromptSubmit is fired at once, while the turn runs. An accepted prompt becomes part of the turn with the next
   * tool results; if no tool call follows, `runQueued` begins the next turn with it. A slash command, and a prompt that
   * is typed while a built-in command runs, waits for its own turn, in which its events are fired.
   */
  add(prompt: Prompt): Promise<QueueStep>;
  /** Those that the model has not got yet, in the order in which they were typed. */
  waiting(): readonly WaitingPrompt[];
  /** Removes one, or all, before the model gets them; returns those. A hook that still checks one is ended. */
  takeBack(id?: string): readonly Prompt[];
}

export interface WaitingPrompt {
  readonly id: string;
  readonly prompt: Prompt;
  /** Its UserPromptSubmit hooks are still running. */
  readonly isBeingChecked: boolean;
}

/** Whether a prompt waits now. If it does not, the caller puts it back into the input. */
export type QueueStep =
  | { readonly do: "queued"; readonly id: string }
  /** A hook refused it; the text is for the user. The turn is not affected. */
  | { readonly do: "refused"; readonly text: string }
  /** A hook stopped (G10): the turn that runs ends at its next step. */
  | { readonly do: "stopped"; readonly reason: string }
  /** It was taken back, or the user interrupted, before its hooks had answered. */
  | { readonly do: "withdrawn" };

/** A prompt on its way out of the queue. */
export interface QueuedPrompt {
  readonly message: PromptMessage & { readonly uuid: string };
  /** What hooks said about it; undefined: no event was fired for it yet. */
  readonly context: readonly TextBlock[] | undefined;
}

/** What the loop does with the queue. */
export interface QueueOutput {
  /** Those that can become part of the turn that runs now. */
  takeChecked(): readonly QueuedPrompt[];
  /** Those of the next turn: all that were checked, or one that needs a turn of its own. */
  takeNext(): Promise<readonly QueuedPrompt[]>;
  /** Waits until the hooks of all prompts have answered; returns whether a prompt waits for a turn that runs. */
  allChecked(): Promise<boolean>;
  /** Ends the hooks that check prompts. */
  interrupt(): void;
}

/** What UserPromptSubmit hooks say about a prompt before the model gets it. */
export type CheckedPrompt =
  | { readonly do: "send"; readonly context: readonly TextBlock[] }
  | { readonly do: "refuse"; readonly text: string }
  | { readonly do: "stop"; readonly reason: string }
  /** The signal was aborted first. */
  | { readonly do: "withdrawn" };

interface Entry {
  readonly id: string;
  readonly prompt: Prompt;
  readonly ending: AbortController;
  check: Promise<CheckedPrompt> | undefined;
  context: readonly TextBlock[] | undefined;
}

export interface PromptQueueOptions {
  /** Whether a prompt can become part of what runs now; otherwise it waits, unchecked. */
  joinsTurn(message: PromptMessage): boolean;
  check(message: PromptMessage, signal: AbortSignal): Promise<CheckedPrompt>;
  stopTurn(reason: string): void;
}

export const messageOf = (prompt: Prompt): PromptMessage =>
  typeof prompt === "string" ? { text: prompt, media: [] } : prompt;

export function createPromptQueue(options: PromptQueueOptions): PromptQueue & QueueOutput {
  let entries: readonly Entry[] = [];
  const remove = (gone: readonly Entry[]) => {
    entries = entries.filter((entry) => !gone.includes(entry));
  };
  const take = (taken: readonly Entry[]): readonly QueuedPrompt[] => {
    remove(taken);
    return taken.map(({ id, prompt, context }) => ({
      message: { uuid: id, ...messageOf(prompt) },
      context,
    }));
  };
  const first = (isWanted: (entry: Entry) => boolean): readonly Entry[] => {
    const end = entries.findIndex((entry) => !isWanted(entry));
    return end === -1 ? entries : entries.slice(0, end);
  };

  async function decide(entry: Entry, check: Promise<CheckedPrompt>): Promise<QueueStep> {
    const checked = await check;
    entry.check = undefined;
    if (!entries.includes(entry)) return { do: "withdrawn" };
    if (checked.do === "send") {
      entry.context = checked.context;
      return { do: "queued", id: entry.id };
    }
    remove([entry]);
    if (checked.do === "stop") options.stopTurn(checked.reason);
    switch (checked.do) {
      case "refuse":
        return { do: "refused", text: checked.text };
      case "stop":
        return { do: "stopped", reason: checked.reason };
      case "withdrawn":
        return checked;
    }
  }

  return {
    async add(prompt) {
      const message = messageOf(prompt);
      const id = message.uuid ?? randomUUID();
      const ending = new AbortController();
      const entry: Entry = { id, prompt, ending, check: undefined, context: undefined };
      entries = [...entries, entry];
      if (!options.joinsTurn(message)) return { do: "queued", id };
      entry.check = options.check(message, ending.signal);
      return decide(entry, entry.check);
    },
    waiting: () =>
      entries.map(({ id, prompt, check }) => ({ id, prompt, isBeingChecked: check !== undefined })),
    takeBack(id) {
      const taken = entries.filter((entry) => id === undefined || entry.id === id);
      remove(taken);
      for (const { ending } of taken) ending.abort();
      return taken.map(({ prompt }) => prompt);
    },
    takeChecked: () => take(first(({ context }) => context !== undefined)),
    async takeNext() {
      while (entries[0]?.check) await entries[0].check.catch(() => undefined);
      const checked = first(({ context }) => context !== undefined);
      return take(checked.length > 0 ? checked : entries.slice(0, 1));
    },
    async allChecked() {
      await Promise.all(entries.map(({ check }) => check?.catch(() => undefined)));
      return entries.some(({ context }) => context !== undefined);
    },
    interrupt() {
      const checked = entries.filter(({ check }) => check !== undefined);
      remove(checked);
      for (const { ending } of checked) ending.abort();
    },
  };
}
