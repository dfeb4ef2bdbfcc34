import type { OutcomeOf } from "@snaphook/engine";
import { contextTexts, hookText } from "./hook-text.ts";

/** What a session begins with. */
export interface SessionBeginning {
  /** Texts that precede the first prompt (G3). */
  readonly context: readonly string[];
  /** An extra user turn before the prompt (A5). */
  readonly firstPrompt: string | undefined;
}

/** G3: the texts name the event alone, so that a resumed session can tell what it was told before. */
export function applySessionStart(outcome: OutcomeOf<"SessionStart" | "Setup">): SessionBeginning {
  const first = outcome.own["initialUserMessage"];
  return {
    context: contextTexts(outcome).map((text) => hookText(outcome.event, text)),
    firstPrompt: typeof first === "string" && first !== "" ? first : undefined,
  };
}
