import { Box, Text, useInput, useWindowSize } from "ink";
import { useState } from "react";
import { EntryView } from "../conversation/entry-view.tsx";
import { LiveConversation } from "../conversation/live-conversation.tsx";
import { useScreen, useScreenState } from "../screen-context.ts";
import type { View } from "../state/screen-state.ts";
import { KeyLines } from "../views/key-lines.tsx";
import { keyRows } from "../views/key-rows.ts";
import { TypedText } from "../views/typed-text.tsx";
import { blockRows } from "./block-rows.ts";
import { filterTimeline } from "./filter-timeline.ts";
import { linesAt } from "./lines-at.ts";

type TimelineView = Extract<View, { readonly kind: "timeline" }>;

/** From this width on, the end of the conversation is beside the timeline. */
const wideFrom = 100;
const shownEntries = 12;

/** Ctrl+T: the timeline as it grows, above the input line; page keys scroll, Ctrl+G filters. */
export function TimelinePane({ view }: { readonly view: TimelineView }) {
  const { store } = useScreen();
  const { columns, rows } = useWindowSize();
  const timeline = useScreenState((state) => state.timeline);
  const [filter, setFilter] = useState("");
  const isTyping = view.isFiltering === true;
  const setIsTyping = (isFiltering: boolean) =>
    store.dispatch({
      type: "view",
      view: isFiltering ? { kind: "timeline", isFiltering } : { kind: "timeline" },
    });
  /** Undefined: the end is followed. */
  const [top, setTop] = useState<number>();
  // Beside the conversation there are two columns between both.
  const width = columns >= wideFrom ? Math.floor((columns - 2) / 2) : columns;
  const lines = filterTimeline(timeline.blocks, filter).flatMap((block) => blockRows(block, width));
  const keys = (height: number) =>
    keyRows([...caption({ filter, lines, top, height }), ...paneKeys], columns);
  const height = paneHeight(rows, keys(rows).length);
  const { shown, last, at } = linesAt(lines, top, height);
  const scroll = (to: number) => setTop(to >= last ? undefined : Math.max(0, to));
  useInput((text, key) => {
    if (key.pageUp) scroll(at - height);
    else if (key.pageDown) scroll(at + height);
    else if (key.ctrl && text === "g") setIsTyping(!isTyping);
  });
  return (
    <Box flexDirection="column" width={columns}>
      <Box>
        {columns >= wideFrom ? <ConversationEnd height={height} /> : null}
        <Box flexDirection="column" flexGrow={1} flexBasis={0} height={height} overflow="hidden">
          {shown.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
            <Text key={at + index} wrap="truncate-end">
              {line}
            </Text>
          ))}
        </Box>
      </Box>
      {isTyping ? (
        <TypedText
          label="Filter (an event, a hook, tool:NAME, refused)"
          initial={filter}
          onChange={setFilter}
          onEnter={() => setIsTyping(false)}
          onEscape={() => {
            setFilter("");
            setIsTyping(false);
          }}
        />
      ) : (
        <KeyLines rows={keys(height)} />
      )}
    </Box>
  );
}

/** The last parts of the conversation, cut at the top. */
function ConversationEnd({ height }: { readonly height: number }) {
  const entries = useScreenState((state) => state.entries);
  const { columns } = useWindowSize();
  const half = Math.floor(columns / 2) - 2;
  return (
    <Box
      flexDirection="column"
      justifyContent="flex-end"
      flexGrow={1}
      flexBasis={0}
      height={height}
      overflow="hidden"
      marginRight={2}
    >
      <Box flexDirection="column" flexShrink={0}>
        {entries.slice(-shownEntries).map((entry) => (
          <EntryView key={entry.id} entry={entry} columns={half} />
        ))}
        <LiveConversation maxRows={height} columns={half} />
      </Box>
    </Box>
  );
}

/** What is left of the screen when the input line may take a third of it. */
const paneHeight = (rows: number, keys: number): number =>
  Math.max(2, rows - Math.ceil(rows / 3) - 5 - keys);

const paneKeys = ["PageUp/PageDown scroll", "Ctrl+G filter", "Ctrl+T close"];

function caption({
  filter,
  lines,
  top,
  height,
}: {
  readonly filter: string;
  readonly lines: readonly string[];
  readonly top: number | undefined;
  readonly height: number;
}): readonly string[] {
  // A filter may leave fewer lines than the user had scrolled to.
  const { at, shown, last } = linesAt(lines, top, height);
  const isEnd = top === undefined || last === 0;
  const place = isEnd
    ? `${lines.length} ${lines.length === 1 ? "line" : "lines"}`
    : `lines ${at + 1}-${at + shown.length} of ${lines.length}`;
  const filtered = filter.trim() === "" ? [] : [`filter: ${filter.trim()}`];
  return ["Timeline", place, ...filtered];
}
