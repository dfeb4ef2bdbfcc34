import type { AssistantBlock } from "../conversation/message.ts";
import type { ModelAnswer } from "../model/model.ts";
import { reportParts } from "../model/provider/answer-parts.ts";
import type { Agent } from "./agent.ts";

/** Emits an answer as MessageDisplay hooks let the user see it; returns what they see. */
export async function showAnswer(
  { emit, display }: Agent,
  answer: Omit<ModelAnswer, "usageUnknown">,
  signal: AbortSignal,
): Promise<readonly AssistantBlock[]> {
  const { id, model, content, stopReason, usage } = answer;
  const shown = (await display?.shown(answer, signal)) ?? content;
  if (display?.holdsText()) {
    for (const block of shown)
      if (block.type === "text") emit({ type: "text-delta", text: block.text });
    reportParts({ ...answer, content: shown }, (part) => emit({ type: "answer-part", part }));
  }
  emit({
    type: "assistant",
    message: { role: "assistant", content },
    id,
    model,
    stopReason,
    usage,
    ...(shown === content ? {} : { shown: { role: "assistant", content: shown } }),
  });
  return shown;
}
