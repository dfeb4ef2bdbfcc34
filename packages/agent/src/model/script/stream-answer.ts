import type { AnswerPart, ModelAnswer } from "../model.ts";
import { answerParts } from "../provider/answer-parts.ts";

interface Streaming {
  readonly onText: ((text: string) => void) | undefined;
  readonly onPart: ((part: AnswerPart) => void) | undefined;
  /** Waits between two words. Undefined: each block arrives in one piece. */
  readonly pause?: (() => Promise<void>) | undefined;
}

/** Reports an answer as it would arrive from a server. Rejects as `pause` does. */
export async function streamAnswer(
  { id, model, content, stopReason, usage }: ModelAnswer,
  { onText, onPart, pause }: Streaming,
): Promise<void> {
  const parts = answerParts((part) => onPart?.(part), model);
  parts.start(id);
  for (const [index, block] of content.entries()) {
    if (block.type !== "text") {
      parts.begin(index, block);
      continue;
    }
    parts.begin(index, { ...block, text: "" });
    for (const [number, piece] of (pause ? words(block.text) : [block.text]).entries()) {
      if (number > 0) await pause?.();
      onText?.(piece);
      parts.grow(index, { type: "text-delta", id, delta: piece });
    }
  }
  parts.end(stopReason, usage);
}

/** A text cut before each word. */
const words = (text: string): readonly string[] => text.match(/\s*\S+\s*$|\s*\S+/g) ?? [text];
