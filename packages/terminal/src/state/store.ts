import { reduce, type ScreenAction } from "./reduce.ts";
import { initialState, type ScreenState } from "./screen-state.ts";

/** Holds the state of the screen. */
export interface ScreenStore {
  state(): ScreenState;
  /** The time of the state, in milliseconds; `since` of its parts is of the same clock. */
  now(): number;
  dispatch(action: ScreenAction): void;
  /** Called after changes, at most once per frame; returns what ends that. */
  subscribe(onChange: () => void): () => void;
}

/** A model can stream hundreds of pieces per second; the screen needs far fewer updates. */
const frameMs = 33;

export function createStore(now: () => number): ScreenStore {
  let current = initialState;
  const listeners = new Set<() => void>();
  let isDue = false;
  const notify = () => {
    isDue = false;
    for (const listener of listeners) listener();
  };
  return {
    state: () => current,
    now,
    dispatch(action) {
      const next = reduce(current, action, now());
      if (next === current) return;
      current = next;
      // The next key belongs to the view that was opened, or to what it covered. After Ctrl+Z it answers no question.
      if (action.type === "view" || action.type === "resumed") return notify();
      if (!isDue) setTimeout(notify, frameMs);
      isDue = true;
    },
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}
