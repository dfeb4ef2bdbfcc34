import type { TimelineBlock } from "./timeline-log.ts";

/**
 * The blocks that a filter leaves. Each word must match: `refused` what was refused or stopped, `tool:Bash` the calls
 * of tools with this name and their hooks, any other word a part of the text, such as an event or a hook.
 */
export function filterTimeline(
  blocks: readonly TimelineBlock[],
  filter: string,
): readonly TimelineBlock[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return words.length === 0
    ? blocks
    : blocks.filter((block) => words.every((word) => matches(block, word)));
}

function matches({ who, tool, lines }: TimelineBlock, word: string): boolean {
  if (word === "refused")
    return who === "refused" || lines.some((line) => /^(?:\S+ \S+ > )*hooks +✗/.test(line));
  if (word.startsWith("tool:"))
    return tool?.toLowerCase().includes(word.slice("tool:".length)) ?? false;
  return lines.some((line) => line.toLowerCase().includes(word));
}
