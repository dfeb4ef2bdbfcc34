import type { EntryContent } from "./entry.ts";
import type { ScreenState } from "./screen-state.ts";
import { withEntry } from "./with-entry.ts";

/**
 * A prompt that was sent and may come back: a hook may refuse it, or the user may interrupt before the model answers.
 * Until that is decided it is not printed, and everything that happens meanwhile waits behind it.
 */
export const withPendingPrompt = (state: ScreenState, text: string): ScreenState => ({
  ...settlePrompt(state),
  pending: { text, behind: [] },
});

/** The prompt is part of the conversation now, and so is what waited behind it. */
export function settlePrompt(state: ScreenState): ScreenState {
  const { pending } = state;
  if (!pending) return state;
  return [{ kind: "prompt", text: pending.text } as const, ...pending.behind].reduce<ScreenState>(
    withEntry,
    { ...state, pending: undefined },
  );
}

/**
 * The prompt goes back into the input line; what waited behind it is printed, under a line that says so if hooks
 * refused it: their reasons do not belong to the answer before.
 */
export function withdrawPrompt(
  state: ScreenState,
  { text, isRefused = false }: { readonly text: string; readonly isRefused?: boolean },
): ScreenState {
  const { behind = [] } = state.pending ?? {};
  return [...(isRefused ? [refused] : []), ...behind].reduce<ScreenState>(withEntry, {
    ...state,
    pending: undefined,
    drafts: [...state.drafts, text],
  });
}

const refused: EntryContent = {
  kind: "notice",
  level: "warning",
  text: "the prompt was refused; it is back in the input line",
};
