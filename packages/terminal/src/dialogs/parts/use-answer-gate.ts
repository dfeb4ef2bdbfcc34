import type { Key } from "ink";
import { useLayoutEffect, useRef, useState } from "react";
import { useScreen } from "../../screen-context.ts";

/** Keys that come sooner were pressed for what was on the screen before. */
const momentMs = 500;
const lookMs = 25;

export interface AnswerGate {
  /** Whether keys answer what is shown. */
  readonly isOpen: boolean;
  /** Whether a key counts on this page. One that does not begins the moment again: the user is still typing. */
  passes(page: number, typed: string, key: Key): boolean;
  /** Closes the gate, and begins the moment again. */
  restart(): void;
}

const none = -1;

/**
 * Keeps keys from answering what the user cannot have read: it opens a moment after a page of a dialog was drawn, and
 * counts only when that was drawn too.
 */
export function useAnswerGate(page: number): AnswerGate {
  const { now } = useScreen();
  const [opened, setOpened] = useState(none);
  const drawn = useRef(none);
  const since = useRef(0);
  const [round, setRound] = useState(0);
  const isOpen = opened === page;
  useLayoutEffect(() => {
    drawn.current = isOpen ? page : none;
  }, [isOpen, page]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round begins the moment again
  useLayoutEffect(() => {
    since.current = now();
    const timer = setInterval(() => {
      if (now() - since.current < momentMs) return;
      clearInterval(timer);
      setOpened(page);
    }, lookMs);
    return () => clearInterval(timer);
  }, [page, now, round]);
  return {
    isOpen,
    passes(current, typed, key) {
      if (drawn.current === current || answersNothing(typed, key)) return true;
      since.current = now();
      return false;
    },
    restart() {
      drawn.current = none;
      setOpened(none);
      setRound((count) => count + 1);
    },
  };
}

/** Keys that move or scroll, and those that refuse: nothing runs because of them. */
export const answersNothing = (typed: string, key: Key): boolean =>
  key.escape ||
  (key.ctrl && typed === "c") ||
  key.upArrow ||
  key.downArrow ||
  key.leftArrow ||
  key.rightArrow ||
  key.pageUp ||
  key.pageDown ||
  key.home ||
  key.end ||
  key.tab;
