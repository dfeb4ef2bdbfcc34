import { inLine } from "@snaphook/protocol";
import { Box, Text, useInput, useWindowSize } from "ink";
import { useMemo, useState } from "react";
import { detailLines } from "../details/detail-lines.ts";
import { type DetailsCommand, detailsCommand } from "../details/details-keys.ts";
import { findRows, nextRow } from "../details/find-rows.ts";
import { wrapDetail } from "../details/wrap-detail.ts";
import { useScreen, useScreenState } from "../screen-context.ts";
import type { TurnDetails } from "../state/turn-details.ts";
import { LinesView } from "../text/lines-view.tsx";
import { KeyLines } from "./key-lines.tsx";
import { keyRows } from "./key-rows.ts";
import { moved } from "./moved.ts";
import { TypedText } from "./typed-text.tsx";

/** The heading, and one row that stays free. */
const otherRows = 2;
const keys = ["←→ turn", "↑↓ PgUp PgDn Home End", "/ search", "Esc closes"];

/** What hooks did before the first prompt is no turn. */
const nameOf = (turn: TurnDetails | undefined, last: TurnDetails | undefined): string =>
  turn === undefined || turn.id === 0 ? "Before turn 1" : `Turn ${turn.id} of ${last?.id}`;

/** Ctrl+O: everything that the hooks and calls of a turn did. */
export function DetailsView() {
  const { store } = useScreen();
  const { columns, rows } = useWindowSize();
  const { turns, droppedTurns } = useScreenState((state) => state.details);
  const cwd = useScreenState((state) => state.session?.cwd ?? "");
  const [turnId, setTurnId] = useState<number>();
  const [position, setPosition] = useState(0);
  const [search, setSearch] = useState("");
  const [marked, setMarked] = useState<number>();
  const [isTyping, setIsTyping] = useState(false);
  const chosen = turns.findIndex(({ id }) => id === turnId);
  const at = chosen < 0 ? turns.length - 1 : chosen;
  const turn = turns[at];
  const lines = useMemo(
    () => (turn ? detailLines(turn, { cwd }).flatMap((line) => wrapDetail(line, columns)) : []),
    [turn, cwd, columns],
  );
  const found = useMemo(() => findRows(lines, search), [lines, search]);
  const matches = search === "" ? [] : [inLine(`${found.length} rows with "${search}", n N`)];
  const footer = (place: string) => keyRows([place, ...matches, ...keys], columns);
  const longestPlace = `rows ${lines.length}-${lines.length} of ${lines.length}`;
  const height = Math.max(1, rows - otherRows - footer(longestPlace).length);
  const last = Math.max(0, lines.length - height);
  const top = Math.min(position, last);

  const goTo = (row: number | undefined) => {
    setMarked(row);
    if (row !== undefined) setPosition(Math.max(0, row - Math.floor(height / 2)));
  };
  const showTurn = (index: number) => {
    setTurnId(turns[Math.max(0, Math.min(turns.length - 1, index))]?.id);
    setPosition(0);
    setMarked(undefined);
  };
  const commands: Readonly<Record<DetailsCommand, () => void>> = {
    "earlier-turn": () => showTurn(at - 1),
    "later-turn": () => showTurn(at + 1),
    search: () => setIsTyping(true),
    "next-match": () => goTo(nextRow(found, marked ?? top - 1, "next")),
    "previous-match": () => goTo(nextRow(found, marked ?? top, "previous")),
    close: () => store.dispatch({ type: "view", view: undefined }),
  };
  useInput(
    (typed, key) => {
      const to = moved(top, { last, page: height }, key);
      if (to !== undefined) setPosition(to);
      const command = detailsCommand(typed, key);
      if (command) commands[command]();
    },
    { isActive: !isTyping },
  );

  const shown = lines
    .slice(top, top + height)
    .map((line, index) =>
      top + index === marked ? line.map((span) => ({ ...span, inverse: true })) : line,
    );
  const dropped = droppedTurns === 0 ? "" : `, ${droppedTurns} earlier ones were dropped`;
  return (
    <Box flexDirection="column">
      <Text bold wrap="truncate">
        {inLine(`${nameOf(turn, turns.at(-1))}${dropped}: ${turn?.title ?? ""}`)}
      </Text>
      <LinesView lines={shown} />
      {isTyping ? (
        <TypedText
          label="search"
          onEnter={(text) => {
            setSearch(text);
            setIsTyping(false);
            goTo(nextRow(findRows(lines, text), top - 1, "next"));
          }}
          onEscape={() => setIsTyping(false)}
        />
      ) : (
        <KeyLines
          rows={footer(
            `rows ${Math.min(top + 1, lines.length)}-${Math.min(top + height, lines.length)} of ${lines.length}`,
          )}
        />
      )}
    </Box>
  );
}
