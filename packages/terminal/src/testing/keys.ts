import type { Key } from "ink";

/** No special key is pressed. */
export const noKey: Key = {
  upArrow: false,
  downArrow: false,
  leftArrow: false,
  rightArrow: false,
  pageDown: false,
  pageUp: false,
  home: false,
  end: false,
  return: false,
  escape: false,
  ctrl: false,
  shift: false,
  tab: false,
  backspace: false,
  delete: false,
  meta: false,
  super: false,
  hyper: false,
  capsLock: false,
  numLock: false,
};

/** What terminals send for special keys. */
export const keys = {
  up: "\u001B[A",
  down: "\u001B[B",
  right: "\u001B[C",
  left: "\u001B[D",
  pageUp: "\u001B[5~",
  pageDown: "\u001B[6~",
  enter: "\r",
  escape: "\u001B",
  tab: "\t",
  backspace: "\u007F",
} as const;
