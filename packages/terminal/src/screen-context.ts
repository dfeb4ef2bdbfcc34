import { createContext, useContext, useSyncExternalStore } from "react";
import type { InputModel } from "./input/input-model.ts";
import type { SessionActions } from "./session/session-actions.ts";
import type { ScreenState } from "./state/screen-state.ts";
import type { ScreenStore } from "./state/store.ts";

/** What every part of the screen can use. */
export interface Screen {
  readonly store: ScreenStore;
  readonly actions: SessionActions;
  readonly input: InputModel;
  /** Milliseconds from any start. */
  readonly now: () => number;
}

export const ScreenContext = createContext<Screen | undefined>(undefined);

export function useScreen(): Screen {
  const screen = useContext(ScreenContext);
  if (!screen) throw new Error("a part of the screen is outside its ScreenContext");
  return screen;
}

/** A part of the state; the component is drawn again only when this part changes. */
export function useScreenState<Part>(select: (state: ScreenState) => Part): Part {
  const { store } = useScreen();
  const part = () => select(store.state());
  return useSyncExternalStore(store.subscribe, part, part);
}
