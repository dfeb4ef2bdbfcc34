import type { OpenQuestion } from "./open-question.ts";
import type { RunningCall, ScreenState } from "./screen-state.ts";

/** While a question about a call is open, the call waits for the user: that is no part of its time. */
export const withWaiting = (state: ScreenState, question: OpenQuestion, now: number): ScreenState =>
  changeCallOf(state, question, (call) => ({ ...call, waitsSince: now }));

export const withoutWaiting = (
  state: ScreenState,
  question: OpenQuestion,
  now: number,
): ScreenState =>
  changeCallOf(state, question, ({ waitsSince = now, ...call }) => ({
    ...call,
    since: call.since + now - waitsSince,
  }));

function changeCallOf(
  state: ScreenState,
  question: OpenQuestion,
  change: (call: RunningCall) => RunningCall,
): ScreenState {
  if (question.kind !== "permission") return state;
  const { id } = question.question.call;
  return { ...state, calls: state.calls.map((call) => (call.id === id ? change(call) : call)) };
}
