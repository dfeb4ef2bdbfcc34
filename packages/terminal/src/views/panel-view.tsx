import { Box, type Key, Text, useInput, useWindowSize } from "ink";
import { useState } from "react";
import { useScreen } from "../screen-context.ts";
import type { PanelKind } from "../state/screen-state.ts";
import { line } from "../text/styled-line.ts";
import { wrapLine } from "../text/wrap-line.ts";
import { inRow } from "./in-row.ts";
import { KeyLines } from "./key-lines.tsx";
import { keyRows } from "./key-rows.ts";
import { ListRows } from "./list-rows.tsx";
import { moved } from "./moved.ts";
import type { Panel, PanelAction } from "./panel.ts";
import { ScrolledLines } from "./scrolled-lines.tsx";
import { type Selected, selectedIndex } from "./selected-index.ts";
import { TypedText } from "./typed-text.tsx";
import { usePanel } from "./use-panel.ts";

/** What is open above the list. */
type Open =
  | { readonly what: "details"; readonly lines: readonly string[] }
  | { readonly what: "question"; readonly action: PanelAction };

const maxHeadLines = 8;
const maxMessageLines = 4;

/** A part of the session as a list; Enter shows an entry or chooses it, letters do what the last line says. */
export function PanelView({ view }: { readonly view: { readonly kind: PanelKind } }) {
  const { store } = useScreen();
  const { columns, rows } = useWindowSize();
  const { panel, problem, reload } = usePanel(view.kind);
  const [selected, setSelected] = useState<Selected>({ id: undefined, index: 0 });
  const [open, setOpen] = useState<Open>();
  const [message, setMessage] = useState("");
  const close = () => store.dispatch({ type: "view", view: undefined });
  const items = panel?.items ?? [];
  const at = selectedIndex(items, selected);
  const item = items[at];
  const actions = [...(item?.actions ?? []), ...(panel?.actions ?? [])];
  const head = [...(panel?.head ?? []), ...(panel?.keyHints ?? [])]
    .flatMap((text) => wrapText(text, columns))
    .slice(0, maxHeadLines);
  const keys = keyRows(open ? detailKeys : keysOf(actions, item), columns);
  const said = wrapText(problem ?? message, columns).slice(0, maxMessageLines);
  const messageRows = said.join("") === "" ? [" "] : said;
  /** Room for what is above the message: the screen without the title, the message, the keys and the last row. */
  const room = rows - 2 - messageRows.length - keys.length;
  const height = Math.max(1, room - head.length);

  async function run(action: PanelAction, text: string): Promise<void> {
    setOpen(undefined);
    setMessage(`${action.label} …`);
    setMessage(await action.run(text).catch((error: Error) => `failed: ${error.message}`));
    await reload();
  }

  async function enter(): Promise<void> {
    if (item?.choose) {
      item.choose();
      close();
    } else if (item?.details)
      setOpen({
        what: "details",
        lines: await item.details().catch((error: Error) => [`failed: ${error.message}`]),
      });
  }

  useInput((text, key) => {
    const isEscape = key.escape || (key.ctrl && text === "c");
    if (open?.what === "details" && isEscape) setOpen(undefined);
    if (open) return;
    if (isEscape) close();
    else if (key.return) void enter();
    else pressed(text, key);
  });

  function pressed(text: string, key: Key): void {
    const index = moved(at, { last: items.length - 1, page: height }, key) ?? at;
    setSelected({ index, id: items[index]?.id });
    const action = key.ctrl || key.meta ? undefined : actions.find((one) => one.key === text);
    if (action?.asks !== undefined) setOpen({ what: "question", action });
    else if (action) void run(action, "");
  }

  return (
    <Box flexDirection="column">
      <Text bold wrap="truncate-end">
        {panel?.title ?? view.kind}
      </Text>
      {open?.what === "details" ? (
        <ScrolledLines lines={open.lines} height={Math.max(1, room)} />
      ) : (
        <>
          {head.map((row) => (
            <Text key={row} dimColor wrap="truncate-end">
              {row}
            </Text>
          ))}
          <Rows panel={panel} selected={at} height={height} />
        </>
      )}
      <Text>{messageRows.join("\n")}</Text>
      {open?.what === "question" ? (
        <TypedText
          label={open.action.asks ?? ""}
          onEnter={(text) => void run(open.action, text)}
          onEscape={() => setOpen(undefined)}
        />
      ) : (
        <KeyLines rows={keys} />
      )}
    </Box>
  );
}

function Rows({
  panel,
  selected,
  height,
}: {
  readonly panel: Panel | undefined;
  readonly selected: number;
  readonly height: number;
}) {
  if (panel?.items.length === 0) return <Text wrap="truncate-end">{panel.empty}</Text>;
  return <ListRows rows={panel?.items ?? []} selected={selected} height={height} />;
}

const detailKeys = ["Esc back", "arrows scroll"];

const wrapText = (text: string, columns: number): readonly string[] =>
  wrapLine(line(inRow(text)), columns).map((row) => row.map((span) => span.text).join(""));

/** What the keys do now. */
const keysOf = (
  actions: readonly PanelAction[],
  item: Panel["items"][number] | undefined,
): readonly string[] => [
  "Esc close",
  ...(item?.choose ? ["Enter choose"] : item?.details ? ["Enter details"] : []),
  ...actions.map(({ key, label }) => inRow(`${key} ${label}`)),
];
