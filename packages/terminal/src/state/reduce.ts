import type { AgentEvent } from "@snaphook/agent";
import { withStatistics } from "../menu/hook-statistics.ts";
import { withRows } from "../timeline/timeline-log.ts";
import { withSession, withStartNotes } from "./begin-session.ts";
import type { EntryContent, Note } from "./entry.ts";
import type { OpenQuestion } from "./open-question.ts";
import { settlePrompt, withdrawPrompt, withPendingPrompt } from "./pending-prompt.ts";
import { reduceEvent } from "./reduce-event.ts";
import type { RunningCall, ScreenState, SessionFacts, View } from "./screen-state.ts";
import { beginTurn } from "./turn-details.ts";
import { withoutWaiting, withWaiting } from "./waiting-call.ts";
import { withEntry } from "./with-entry.ts";

/** Everything that can change the screen. */
export type ScreenAction =
  | { readonly type: "event"; readonly event: AgentEvent }
  | { readonly type: "session"; readonly session: SessionFacts }
  /** A turn begins: with a prompt, or without one if it is about something that ended in the background. */
  | { readonly type: "turn-started"; readonly prompt: string | undefined }
  | { readonly type: "turn-ended" }
  /** The prompt is not part of the conversation: it goes back into the input line. */
  | { readonly type: "prompt-withdrawn"; readonly text: string; readonly isRefused?: boolean }
  | { readonly type: "entry"; readonly entry: EntryContent }
  | { readonly type: "question-opened"; readonly question: OpenQuestion }
  /** What the user answered about a call is shown with it. */
  | { readonly type: "call-answered"; readonly callId: string; readonly note: Note }
  | { readonly type: "question-closed"; readonly id: number }
  | { readonly type: "queued"; readonly prompts: readonly string[] }
  /** Rows of the timeline, as `createTimeline` makes them. */
  | { readonly type: "timeline"; readonly rows: readonly string[] }
  | { readonly type: "view"; readonly view: View | undefined }
  /** The end of the conversation is printed again. */
  | { readonly type: "redraw" }
  /** The shell continued the process. */
  | { readonly type: "resumed" }
  | { readonly type: "draft"; readonly text: string }
  /** The session ends; its last hooks may run. */
  | { readonly type: "ending" }
  /** The session has ended. */
  | { readonly type: "close" };

/** As many as can be needed for the rows that are printed again. */
const redrawnEntries = 200;

export function reduce(state: ScreenState, action: ScreenAction, now: number): ScreenState {
  switch (action.type) {
    case "event": {
      const hookStatistics = withStatistics(state.hookStatistics, action.event);
      const next = reduceEvent(state, action.event, now);
      return hookStatistics === next.hookStatistics ? next : { ...next, hookStatistics };
    }
    case "session":
      return withSession(state, action.session);
    case "turn-started": {
      const begun: ScreenState = {
        ...state,
        turn: { state: "running", since: now },
        details: beginTurn(state.details, action.prompt),
      };
      return action.prompt === undefined ? begun : withPendingPrompt(begun, action.prompt);
    }
    case "turn-ended":
      return { ...settlePrompt(state), turn: { state: "idle" } };
    case "prompt-withdrawn":
      return withdrawPrompt(state, action);
    case "entry":
      return withEntry(state, action.entry);
    case "question-opened":
      return {
        ...withWaiting(state, action.question, now),
        questions: [...state.questions, action.question],
      };
    case "question-closed": {
      const closed = state.questions.find(({ id }) => id === action.id);
      return {
        ...(closed ? withoutWaiting(state, closed, now) : state),
        questions: state.questions.filter((one) => one !== closed),
      };
    }
    case "call-answered": {
      const { callId, note } = action;
      const withNote = (call: RunningCall): RunningCall =>
        call.id === callId ? { ...call, notes: [...call.notes, note] } : call;
      return { ...state, calls: state.calls.map(withNote) };
    }
    case "queued":
      return { ...state, queued: action.prompts };
    case "timeline":
      return { ...state, timeline: withRows(state.timeline, action.rows) };
    case "view":
      return { ...state, view: action.view };
    case "redraw": {
      const from = Math.max(state.clearedAt, state.entries.length - redrawnEntries);
      return {
        ...state,
        redraw: { count: state.redraw.count + 1, from, to: state.entries.length },
      };
    }
    case "resumed":
      return { ...state, resumed: state.resumed + 1 };
    case "draft":
      return { ...state, drafts: [...state.drafts, action.text] };
    case "ending":
      return { ...state, isEnding: true };
    case "close":
      return { ...withStartNotes(settlePrompt(state)), isClosed: true };
  }
}
