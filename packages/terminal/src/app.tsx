import { Box, Static, useApp, useWindowSize } from "ink";
import { useEffect, useRef } from "react";
import { conversationEnd } from "./conversation/conversation-end.ts";
import { EntryView } from "./conversation/entry-view.tsx";
import { LiveConversation } from "./conversation/live-conversation.tsx";
import { liveRows } from "./conversation/live-rows.ts";
import { DialogOf } from "./dialogs/dialog-of.tsx";
import { InputLine } from "./input/input-line.tsx";
import { useIsTyping, useSessionKeys } from "./input/use-input-keys.ts";
import { useScreenState } from "./screen-context.ts";
import { coveringView } from "./state/covering-view.ts";
import { HookProgress } from "./status/hook-progress.tsx";
import { StatusLine } from "./status/status-line.tsx";
import { LinesView } from "./text/lines-view.tsx";
import { TimelinePane } from "./timeline/timeline-pane.tsx";
import { isTooNarrow, TooNarrow } from "./too-narrow.tsx";
import { useAlternateScreen } from "./use-alternate-screen.ts";
import { useClearedScreen } from "./use-cleared-screen.ts";
import { useRedrawWhenNarrower } from "./use-redraw-when-narrower.ts";
import { ViewOf } from "./views/view-of.tsx";

/** The whole screen: what is complete above, what still changes below. */
export function App() {
  const isClosed = useScreenState((state) => state.isClosed);
  const isAsked = useScreenState((state) => state.questions.length > 0);
  const covering = useScreenState(coveringView);
  const { ready } = useAlternateScreen(covering !== undefined);
  useExit(isClosed && ready);
  useSessionKeys({ isAsked });
  useRedrawWhenNarrower();
  useClearedScreen(ready && !covering);
  const { columns } = useWindowSize();
  const isHidden = isTooNarrow(columns) && !isClosed;
  return (
    <>
      <Printed isCovered={covering !== undefined || !ready || isHidden} />
      {!ready || isClosed ? null : isHidden ? (
        <TooNarrow />
      ) : covering ? (
        <ViewOf view={covering} />
      ) : (
        <ChangingPart />
      )}
    </>
  );
}

/** Gives the terminal back when everything that is complete was drawn. */
function useExit(isDone: boolean): void {
  const { exit } = useApp();
  useEffect(() => {
    if (isDone) exit();
  }, [isDone, exit]);
}

/** More than most screens have. */
const redrawnRows = 200;

/** What is complete is printed once; while a view covers the conversation it waits. */
function Printed({ isCovered }: { readonly isCovered: boolean }) {
  const { columns, rows } = useWindowSize();
  const entries = useScreenState((state) => state.entries);
  const redraw = useScreenState((state) => state.redraw);
  const shown = useRef({ entries, redraw });
  if (!isCovered) shown.current = { entries, redraw };
  const { count, from, to } = shown.current.redraw;
  const again = shown.current.entries.slice(from, to);
  const entriesAfter = shown.current.entries.slice(to);
  return (
    <Static
      key={count}
      items={[...(again.length > 0 ? [{ id: "again" as const }] : []), ...entriesAfter]}
      style={{ width: columns }}
    >
      {(entry) =>
        entry.id === "again" ? (
          <LinesView
            key={entry.id}
            lines={conversationEnd(again, columns, Math.max(rows, redrawnRows))}
          />
        ) : (
          <EntryView key={entry.id} entry={entry} columns={columns} />
        )
      }
    </Static>
  );
}

function ChangingPart() {
  const view = useScreenState((state) => state.view);
  const asked = useScreenState((state) => state.questions[0]);
  // A dialog that the user comes back to takes keys as a new one does: after a moment.
  const resumed = useScreenState((state) => state.resumed);
  // The next key of a user who types must not become an answer.
  const question = useIsTyping() ? undefined : asked;
  const pane = view?.kind === "timeline" ? view : undefined;
  const { rows } = useWindowSize();
  return (
    <Box flexDirection="column">
      {pane && !question ? (
        <TimelinePane view={pane} />
      ) : (
        <LiveConversation maxRows={liveRows(rows, question !== undefined)} />
      )}
      <HookProgress />
      {question ? <DialogOf key={`${question.id} ${resumed}`} question={question} /> : null}
      {question || pane?.isFiltering ? null : <InputLine />}
      <StatusLine />
    </Box>
  );
}
