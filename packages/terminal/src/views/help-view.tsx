import { Box, Text, useWindowSize } from "ink";
import { useState } from "react";
import { helpLines } from "../commands/help-lines.ts";
import { offeredCommands } from "../commands/offered-commands.ts";
import { columnsOf } from "../input/graphemes.ts";
import { useKeys } from "../input/use-keys.ts";
import { useScreen } from "../screen-context.ts";
import { LinesView } from "../text/lines-view.tsx";
import { wrapLine } from "../text/wrap-line.ts";

/** `/help`: keys and commands. */
export function HelpView() {
  const screen = useScreen();
  const { columns, rows } = useWindowSize();
  const [top, setTop] = useState(0);
  const lines = helpLines(offeredCommands(screen)).flatMap(({ kind, label, text }) =>
    wrapLine(
      [
        { text: label, bold: kind === "heading" },
        { text, dim: true },
      ],
      columns,
      Math.min(columnsOf(label), Math.floor(columns / 2)),
    ),
  );
  const height = Math.max(1, rows - 2);
  const last = Math.max(0, lines.length - height);
  const first = Math.min(top, last);
  useKeys((stroke) => {
    if ("text" in stroke) {
      if (stroke.text === "q") close();
      return;
    }
    const { key } = stroke;
    if (key === "escape" || key === "enter") close();
    const to = scrolls[key]?.(first, height, last);
    if (to !== undefined) setTop(Math.max(0, Math.min(last, to)));
  });
  const close = () => screen.store.dispatch({ type: "view", view: undefined });
  return (
    <Box flexDirection="column">
      <LinesView lines={lines.slice(first, first + height)} />
      <Text dimColor wrap="truncate-end">
        {last === 0
          ? ""
          : `${first + 1}-${first + height} of ${lines.length} · ↑ ↓ PgUp PgDn scroll · `}
        Esc closes this view.
      </Text>
    </Box>
  );
}

type Scroll = (first: number, height: number, last: number) => number;

const scrolls: Readonly<Record<string, Scroll>> = {
  up: (first) => first - 1,
  down: (first) => first + 1,
  pageup: (first, height) => first - height,
  pagedown: (first, height) => first + height,
  home: () => 0,
  end: (_first, _height, last) => last,
};
