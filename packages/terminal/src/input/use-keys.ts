import { useInput } from "ink";
import { type Keystroke, keystrokesOf } from "./keystroke.ts";

/** Calls a function with each key that is pressed. */
export function useKeys(onKey: (stroke: Keystroke) => void): void {
  useInput((input, key) => {
    for (const stroke of keystrokesOf(input, key)) onKey(stroke);
  });
}
