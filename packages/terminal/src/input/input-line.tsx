import { Box, type DOMElement, Text, useCursor, useWindowSize } from "ink";
import { memo, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useScreen, useScreenState } from "../screen-context.ts";
import { eventOf, isRunning } from "../state/running-hooks.ts";
import { CompletionList } from "./completion/completion-list.tsx";
import { cursorPlace } from "./cursor-place.ts";
import { inputHeight } from "./input-height.ts";
import { inputHint } from "./input-hint.ts";
import type { InputState } from "./input-state.ts";
import { pasteLabel } from "./pasted-texts.ts";
import { useInputKeys } from "./use-input-keys.ts";
import { rowsAroundCursor, type WrappedText, wrapText } from "./wrap-text.ts";

/** The sign before the text. */
const sign = "> ";

/** Where the user types prompts and commands. */
export const InputLine = memo(function InputLine() {
  const { input } = useScreen();
  const { columns, rows } = useWindowSize();
  // One column for the cursor behind a full row.
  const textColumns = Math.max(1, columns - sign.length - 1);
  useInputKeys(textColumns);
  const state = useSyncExternalStore(input.subscribe, input.state, input.state);
  const isAsked = useScreenState(({ questions }) => questions.length > 0);
  const inBackground = useScreenState(
    ({ commands, agents }) => commands.length + agents.filter((agent) => agent.inBackground).length,
  );
  const waiting = useScreenState(({ queued }) => queued.length);
  const endingHook = useScreenState(({ isEnding, hooks }) => {
    const hook = isEnding ? hooks.find(isRunning) : undefined;
    return hook && eventOf(hook);
  });
  const hint = isAsked
    ? "A question waits until you stop typing"
    : inputHint(state, { inBackground, waiting, endingHook });
  const wrapped = wrappedInput(state, textColumns);
  const height = inputHeight(rows, {
    textRows: wrapped.rows.length,
    proposals: state.completion?.proposals.length ?? 0,
    hasHint: hint !== undefined,
  });
  const isShell = state.edited.text.startsWith("!");
  return (
    <Box flexDirection="column" flexShrink={0}>
      <Box
        borderStyle="round"
        borderLeft={false}
        borderRight={false}
        borderDimColor={!isShell}
        {...(isShell ? { borderColor: "magenta" } : {})}
      >
        <InputText wrapped={wrapped} mostRows={height.text} />
      </Box>
      {state.completion && height.list > 0 && (
        <CompletionList completion={state.completion} columns={columns} mostRows={height.list} />
      )}
      {hint !== undefined && (
        <Text dimColor wrap="truncate-end">
          {hint}
        </Text>
      )}
    </Box>
  );
});

interface InputTextProps {
  readonly wrapped: WrappedText;
  readonly mostRows: number;
}

/** The rows of the text, with the terminal's own cursor in them. */
function InputText({ wrapped, mostRows }: InputTextProps) {
  const element = useRef<DOMElement>(null);
  const { setCursorPosition } = useCursor();
  const { first, rows, hasMore } = rowsAroundCursor(wrapped, mostRows);
  const { row, column } = wrapped.cursor;
  // Ink knows the place of an element after it was drawn once.
  const [isDrawn, setIsDrawn] = useState(false);
  useEffect(() => setIsDrawn(true), []);
  const place = { column: sign.length + column, row: row - first };
  setCursorPosition(isDrawn ? cursorPlace(element, place) : undefined);
  const lead = (index: number) => {
    if (index === 0 && first > 0) return "↑ ";
    if (index === rows.length - 1 && hasMore) return "↓ ";
    return first + index === 0 ? sign : "  ";
  };
  return (
    <Box ref={element} flexDirection="column">
      {rows.map(({ shown }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other identity
        <Text key={index} wrap="truncate-end">
          {lead(index) + shown}
        </Text>
      ))}
    </Box>
  );
}

function wrappedInput({ edited, pasted, search }: InputState, columns: number): WrappedText {
  if (search) {
    const query = `search: ${search.query}`;
    const text = search.found ? `${query}\n${search.found.text}` : query;
    return wrapText(text, { cursor: query.length, columns });
  }
  const labelOf = (character: string) => pasteLabel(pasted, character);
  return wrapText(edited.text, { cursor: edited.cursor, columns, labelOf });
}
