import { type Key, useInput } from "ink";
import { useRef, useState } from "react";
import { useTypeAhead } from "../../input/use-input-keys.ts";

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/**
 * Calls the handler for each key. Keys that are pressed quickly, or over a slow connection, can arrive as one text:
 * each character of it is a key. After `false` from the handler, what was typed behind that key goes into the input line.
 */
export function useKeys(onKey: (typed: string, key: Key) => boolean | undefined): void {
  const typeAhead = useTypeAhead();
  useInput((typed, key) => {
    if (typed.length < 2) return void onKey(typed, key);
    for (const { segment, index } of graphemes.segment(typed)) {
      const isEnter = /^[\r\n]+$/.test(segment);
      const goesOn = isEnter ? onKey("", { ...key, return: true }) : onKey(segment, key);
      if (goesOn === false) return typeAhead(typed.slice(index + segment.length));
    }
  });
}

/** State that a handler of several keys reads as it is, not as it was when the screen was drawn. */
export function useLatest<Value>(
  first: Value,
): readonly [Value, (next: Value) => void, { readonly current: Value }] {
  const [value, setValue] = useState(first);
  const latest = useRef(value);
  const set = (next: Value) => {
    latest.current = next;
    setValue(next);
  };
  return [value, set, latest];
}
