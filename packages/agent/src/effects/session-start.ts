import type { OutcomeOf } from "@snaphook/engine";
import type { Profile } from "@snaphook/protocol";
import { contextTexts, hookText } from "./hook-text.ts";

/** What a session begins with. */
export interface SessionBeginning {
  /** Texts that precede the first prompt (G3). */
  readonly context: readonly string[];
  /** What the text of the first prompt begins with (V1). */
  readonly head: string;
  /** An extra user turn before the prompt (A5). */
  readonly firstPrompt: string | undefined;
}

/** G3: the texts name the event alone, so that a resumed session can tell what it was told before. */
export function applySessionStart(
  outcome: OutcomeOf<"SessionStart" | "Setup">,
  { sessionStartText, clearedSessionStart }: Profile,
  source?: string,
): SessionBeginning {
  const first =
    "initialUserMessage" in outcome.fields ? outcome.fields.initialUserMessage : undefined;
  const isLogged = source === "clear" && clearedSessionStart === "logged";
  const texts = isLogged ? [] : contextTexts(outcome);
  const isHead = sessionStartText === "head-of-prompt" && texts.length > 0;
  return {
    context: isHead ? [] : texts.map((text) => hookText(outcome.event, text)),
    head: isHead ? `${texts.join("\n")}\n\n` : "",
    firstPrompt: typeof first === "string" && first !== "" ? first : undefined,
  };
}
