import type { EntryContent, Note } from "./entry.ts";
import type { ScreenState, SessionFacts } from "./screen-state.ts";
import { withEntry } from "./with-entry.ts";

/** The facts of the session; when they are first known, the conversation begins with a banner. */
export function withSession(state: ScreenState, session: SessionFacts): ScreenState {
  const next = { ...state, session };
  if (state.session) return next;
  const { version = "", cwd, model, profile, hooks } = session;
  const banner: EntryContent = { kind: "banner", version, cwd, model, profile, hooks };
  return withStartNotes(withEntry(next, banner));
}

/** What was reported before the session was open becomes part of the conversation. */
export const withStartNotes = (state: ScreenState): ScreenState =>
  foldedNotes(state.startNotes).reduce<ScreenState>(withEntry, { ...state, startNotes: [] });

/** More errors have no line of their own. */
const maxErrors = 2;

/** What was reported while the session was opened: errors, and one line for all warnings. */
function foldedNotes(notes: readonly Note[]): readonly EntryContent[] {
  const errors = notes.filter(({ level }) => level === "error");
  const shown = errors.slice(0, maxErrors);
  const [first, ...others] = notes.filter((note) => !shown.includes(note));
  const folded =
    first && others.length > 0
      ? { ...first, text: `${firstSentence(first.text)}${where(others.length)}` }
      : first;
  return [...shown, ...(folded ? [folded] : [])].map((note) => ({ kind: "notice", ...note }));
}

const where = (more: number): string =>
  `; /hooks shows what does not run. ${more} more ${more === 1 ? "message" : "messages"}: Ctrl+O`;

const firstSentence = (text: string): string => /^.*?[^.](?=\.\s|$|\n)/s.exec(text)?.[0] ?? text;
