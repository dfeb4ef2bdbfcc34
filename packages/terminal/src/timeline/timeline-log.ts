/** A step of the session with the lines that belong to it, such as an event with its hooks. */
export interface TimelineBlock {
  /** `user`, `model`, `hooks`, `tool`, `refused`, `invalid`, `compact`, `end`. */
  readonly who: string;
  /** The tool whose call it is about. */
  readonly tool: string | undefined;
  readonly lines: readonly string[];
}

/** The end of the timeline; older blocks are dropped, so that a long session needs no more memory than a short one. */
export interface TimelineLog {
  readonly blocks: readonly TimelineBlock[];
  /** The number of lines that were dropped. */
  readonly dropped: number;
}

export const emptyTimeline: TimelineLog = { blocks: [], dropped: 0 };

const maxBlocks = 1000;
/** Dropped at once, so that not every new block copies the list. */
const droppedAtOnce = 100;
/** An answer of the model is complete in a row. */
const maxLinesOfBlock = 100;
const maxLineLength = 1000;

/** Rows as `createTimeline` makes them; a row without a name belongs to the block above. */
export function withRows(log: TimelineLog, rows: readonly string[]): TimelineLog {
  const blocks = [...log.blocks];
  for (const row of rows) {
    const lines = row.split("\n").map((line) => line.slice(0, maxLineLength));
    const [, agent = "", who = ""] = /^((?:\S+ \S{1,4} > )*)(\S*)/.exec(row) ?? [];
    const last = blocks.at(-1);
    if (who === "" && last)
      blocks[blocks.length - 1] = { ...last, lines: shortened([...last.lines, ...lines]) };
    else blocks.push({ who, tool: toolOf(row, agent, who, last), lines: shortened(lines) });
  }
  if (blocks.length <= maxBlocks) return { ...log, blocks };
  const removed = blocks.slice(0, blocks.length - maxBlocks + droppedAtOnce);
  const dropped = removed.reduce((sum, { lines }) => sum + lines.length, log.dropped);
  return { blocks: blocks.slice(removed.length), dropped };
}

/** A call names its tool; its hooks and its result follow. */
function toolOf(row: string, agent: string, who: string, last: TimelineBlock | undefined) {
  if (who === "model") return /^model\s+[→…] (\S+)/.exec(row.slice(agent.length))?.[1];
  return ["hooks", "tool", "refused", "invalid"].includes(who) ? last?.tool : undefined;
}

const shortened = (lines: readonly string[]): readonly string[] =>
  lines.length <= maxLinesOfBlock
    ? lines
    : [...lines.slice(0, maxLinesOfBlock - 1), `        | … more, not kept in this list`];
