import { type Key, usePaste } from "ink";
import { useMemo, useState } from "react";
import { DialogFrame, useDialogSize } from "./dialog-frame.tsx";
import { type DialogRows, layoutDialog, notYet } from "./layout.ts";
import { bodyRows, footerRows } from "./readable-rows.ts";
import { scrollKey } from "./scroll-key.ts";
import { answersNothing, useAnswerGate } from "./use-answer-gate.ts";
import { useKeys, useLatest } from "./use-keys.ts";

/** What a key leads to: another state, or the end of the dialog. */
export type KeyStep<State, Result> =
  | { readonly do: "stay"; readonly state: State }
  | { readonly do: "done"; readonly result: Result };

interface Props<State, Result> {
  readonly first: State;
  /** The state as rows of at most this width; lines of the body that are wider are wrapped. */
  draw(state: State, columns: number): DialogRows;
  press(state: State, typed: string, key: Key): KeyStep<State, Result>;
  paste(state: State, text: string): State;
  onDone(result: Result): void;
  /** Which of several pages is shown. Each must have been drawn before keys answer it. */
  pageOf?(state: State): number;
  /** Whether the user may be writing: then Home and End do not scroll. */
  hasTextField(state: State): boolean;
}

/**
 * A dialog whose state and keys are pure functions. Every dialog is one: keys answer only what was drawn a moment ago,
 * page keys scroll what does not fit, and blanks hide nothing.
 */
export function KeyDialog<State, Result>(props: Props<State, Result>) {
  const { first, draw, press, paste, onDone, pageOf = () => 0, hasTextField } = props;
  const { columns, height } = useDialogSize();
  const [state, setState, latest] = useLatest(first);
  const [scroll, setScroll] = useState(0);
  const gate = useAnswerGate(pageOf(state));
  const drawn = draw(state, columns);
  const body = useMemo(() => bodyRows(drawn.body, columns), [drawn.body, columns]);
  const rows = { ...drawn, ...footerRows(drawn), body };
  const layout = layoutDialog(gate.isOpen ? rows : notYet(rows), height, scroll, columns);
  useKeys((typed, key) => {
    const current = latest.current;
    const isShown = !layout.isTooSmall || answersNothing(typed, key);
    if (!isShown || !gate.passes(pageOf(current), typed, key)) return true;
    const isPage = key.pageUp || key.pageDown;
    const scrolled = isPage || !hasTextField(current) ? scrollKey(layout, key) : undefined;
    if (scrolled !== undefined) setScroll(scrolled);
    const step = press(current, typed, key);
    if (step.do === "done") {
      onDone(step.result);
      return false;
    }
    setState(step.state);
    // Text that means nothing here belongs to something else, and so may the next key.
    if (step.state === current && isText(typed, key)) gate.restart();
    return true;
  });
  usePaste((text) => {
    const current = latest.current;
    const next = paste(current, text);
    if (next === current) gate.restart();
    else setState(next);
  });
  return <DialogFrame rows={layout.rows} />;
}

const isText = (typed: string, key: Key): boolean =>
  typed !== "" && !key.ctrl && !key.meta && !answersNothing(typed, key);
