import type { EarlierSession } from "@snaphook/agent";
import { Box, Text, useInput, useWindowSize } from "ink";
import { useEffect, useState } from "react";
import { inRow } from "../in-row.ts";
import { ListRows } from "../list-rows.tsx";
import { moved } from "../moved.ts";
import { TypedText } from "../typed-text.tsx";
import { sessionRows } from "./session-rows.ts";

/** Earlier sessions of a folder, to choose one. Typing searches. */
export function SessionList({
  load,
  cwd,
  whatEscapeDoes,
  onChoose,
  onCopy,
  onNew,
  onEscape,
}: {
  readonly load: () => Promise<readonly EarlierSession[]>;
  readonly cwd: string;
  readonly whatEscapeDoes: string;
  readonly onChoose: (id: string) => void;
  /** Continues a copy of a session that is in use. */
  readonly onCopy: (id: string) => void;
  /** Ctrl+N, where a new session is a choice. */
  readonly onNew?: () => void;
  readonly onEscape: () => void;
}) {
  const { rows } = useWindowSize();
  const [sessions, setSessions] = useState<readonly EarlierSession[]>();
  const [problem, setProblem] = useState<string>();
  const [search, setSearch] = useState("");
  const [selected, setSelected] = useState(0);
  useEffect(() => {
    load().then(setSessions, (error: Error) => setProblem(error.message));
  }, [load]);
  const found = sessionRows(sessions ?? [], search, new Date());
  const at = Math.max(0, Math.min(selected, found.length - 1));
  const height = Math.max(1, rows - 5);
  useInput((text, key) => {
    if (key.ctrl && text === "c") onEscape();
    if (key.ctrl && text === "n") onNew?.();
    setSelected(moved(at, { last: found.length - 1, page: height }, key) ?? at);
  });
  const chosen = sessions?.find(({ id }) => id === found[at]?.id);
  const choose = chosen?.inUse ? onCopy : onChoose;
  return (
    <Box flexDirection="column">
      <Text bold wrap="truncate-end">{`Continue a session of ${inRow(cwd)}`}</Text>
      {found.length > 0 ? (
        <ListRows rows={found} selected={at} height={height} />
      ) : (
        <Text>{problem ?? emptyText(sessions)}</Text>
      )}
      <TypedText
        label="Search"
        onChange={setSearch}
        onEnter={() => chosen && choose(chosen.id)}
        onEscape={onEscape}
      />
      <Text dimColor wrap="truncate-end">
        {[
          enterText(chosen),
          ...(onNew ? ["Ctrl+N new session"] : []),
          `Esc ${whatEscapeDoes}`,
        ].join(" · ")}
      </Text>
    </Box>
  );
}

const enterText = (chosen: EarlierSession | undefined): string =>
  chosen?.inUse ? "In use by another process: Enter continue a copy" : "Enter continue";

function emptyText(sessions: readonly unknown[] | undefined): string {
  if (!sessions) return "reading the sessions …";
  return sessions.length === 0
    ? "there is no earlier session in this folder"
    : "no session has these words";
}
