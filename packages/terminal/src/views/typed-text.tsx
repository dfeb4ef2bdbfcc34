import { Text, useInput, usePaste } from "ink";
import { useRef, useState } from "react";
import { inRow } from "./in-row.ts";

/** One line that the user types, below a view. */
export function TypedText({
  label,
  initial = "",
  onChange,
  onEnter,
  onEscape,
}: {
  readonly label: string;
  readonly initial?: string;
  readonly onChange?: (text: string) => void;
  readonly onEnter: (text: string) => void;
  readonly onEscape: () => void;
}) {
  const [text, setText] = useState(initial);
  // Several keys can arrive before the next drawing.
  const latest = useRef(initial);
  const change = (next: string) => {
    latest.current = next;
    setText(next);
    onChange?.(next);
  };
  usePaste((pasted) => change(latest.current + pasted.replaceAll(/\s+/g, " ")));
  useInput((typed, key) => {
    if (key.escape) onEscape();
    else if (key.return) onEnter(latest.current);
    else if (key.backspace || key.delete) change([...latest.current].slice(0, -1).join(""));
    else if (key.ctrl && typed === "u") change("");
    else if (!key.ctrl && !key.meta && !key.tab && typed !== "") add(typed);
  });
  /** Quick typing can arrive together with Enter. */
  function add(typed: string): void {
    const [before = "", ...after] = typed.split(/[\r\n]/);
    change(latest.current + before);
    if (after.length > 0) onEnter(latest.current);
  }
  return (
    <Text wrap="truncate-start">
      {`${label}: ${inRow(text)}`}
      <Text inverse> </Text>
    </Text>
  );
}
