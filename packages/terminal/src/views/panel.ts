import type { SessionActions } from "../session/session-actions.ts";

/** A part of the session as a list, with what the user can do about it. */
export interface Panel {
  readonly title: string;
  /** Lines above the list. */
  readonly head: readonly string[];
  /** What keys do that are not actions; left out where there are only lines. */
  readonly keyHints?: readonly string[];
  readonly items: readonly PanelItem[];
  /** Shown instead of an empty list. */
  readonly empty: string;
  /** What can be done without choosing an entry. */
  readonly actions: readonly PanelAction[];
}

export interface PanelItem {
  readonly id: string;
  readonly label: string;
  readonly note?: string;
  /** It is in use now. */
  readonly isCurrent?: boolean;
  /** What Enter shows. */
  readonly details?: () => Promise<readonly string[]>;
  /** What Enter does instead; the view is closed then. */
  readonly choose?: () => void;
  readonly actions: readonly PanelAction[];
}

/** Something that a key does. */
export interface PanelAction {
  readonly key: string;
  readonly label: string;
  /** What the user types first; then `run` gets it. */
  readonly asks?: string;
  /** Returns what to say about it. A failure is shown. */
  run(text: string): Promise<string>;
}

/** Reads what a panel shows. */
export type ReadPanel = (session: Control, actions: SessionActions) => Promise<Panel>;

export type Control = NonNullable<ReturnType<SessionActions["control"]>>;
