import { UnusableAnswer } from "../model/model.ts";

/** What the model reads when its answer was cut. */
const continueText =
  "Your answer was cut at the limit of its length. Continue exactly where it stopped, without repeating anything.";

/** How often in a row an answer is continued. */
const maxContinuations = 5;

interface WholeAnswer {
  /** The text so far, with what earlier pieces said. */
  readonly text: string;
  /** The message that asks for the rest, if the answer was cut. */
  readonly continueWith?: string;
}

/** Puts together answers that were cut at the model's output limit (`max_tokens`). */
export interface CutAnswers {
  /** Adds an answer. Throws an `UnusableAnswer` with the text so far when the rest cannot be had. */
  add(text: string, stopReason: string, callsTools: boolean): WholeAnswer;
}

export function createCutAnswers(): CutAnswers {
  let pieces: string[] = [];
  return {
    add(text, stopReason, callsTools) {
      const whole = [...pieces, text].join("");
      // Calls run in any case: without their results the conversation could not continue.
      if (stopReason === "model_context_window_exceeded" && !callsTools)
        throw new UnusableAnswer(
          "the conversation does not fit into the model's context window; start a new session",
          "invalid_request",
          whole,
        );
      if (stopReason !== "max_tokens" || callsTools) {
        pieces = [];
        return { text: whole };
      }
      if (pieces.length === maxContinuations)
        throw new UnusableAnswer(
          `the model's answer was cut at its output limit ${maxContinuations + 1} times in a row; ask for less at once`,
          "max_output_tokens",
          whole,
        );
      pieces.push(text);
      return { text: whole, continueWith: continueText };
    },
  };
}
