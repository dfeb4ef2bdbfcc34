import type { EntryContent } from "./entry.ts";
import type { ScreenState } from "./screen-state.ts";

/** Adds a complete part to the conversation, behind a prompt that is not decided yet. */
export function withEntry(state: ScreenState, content: EntryContent): ScreenState {
  const { pending, entries } = state;
  if (pending) return { ...state, pending: { ...pending, behind: [...pending.behind, content] } };
  return { ...state, entries: [...entries, { ...content, id: entries.length }] };
}
