import { randomUUID } from "node:crypto";
import { textBlock } from "../../effects/hook-text.ts";
import { noUsage } from "../../model/usage.ts";
import type { Agent } from "../agent.ts";
import { showAnswer } from "../show-answer.ts";
import type { TurnTally } from "../turn-tally.ts";

/** The text of an answer that has arrived so far. */
export interface PartialAnswer {
  add(text: string): void;
  /** The answer is requested again. */
  startOver(): void;
  /**
   * The user interrupted: what has arrived of the answer stays in the conversation, and is shown after its MessageDisplay
   * hooks.
   */
  keep(): Promise<void>;
}

export function partialAnswer(agent: Agent, tally: TurnTally): PartialAnswer {
  const { conversation, model, options, purpose } = agent;
  let received = "";
  return {
    add(text) {
      tally.hasAnswer = true;
      received += text;
    },
    startOver() {
      received = "";
    },
    async keep() {
      const isShown = purpose === "main" && options.headless === false;
      if (!isShown || received.trim() === "") return;
      const content = [textBlock(received)];
      conversation.add({ role: "assistant", content });
      const id = `interrupted-${randomUUID()}`;
      const answer = { id, model: model.id, content, stopReason: "interrupted", usage: noUsage };
      // The signal of the turn is aborted, and hooks that hide something must run all the same.
      await showAnswer(agent, answer, new AbortController().signal);
    },
  };
}
