import type { EarlierSession } from "@snaphook/agent";
import { firstLine } from "../../text/first-line.ts";
import type { ListRow } from "../list-rows.tsx";

/** Earlier sessions as entries of a list: those that have every word of the search, the newest first. */
export function sessionRows(
  sessions: readonly EarlierSession[],
  search: string,
  now: Date,
): readonly ListRow[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const isFound = ({ id, title = "", firstPrompt }: EarlierSession) =>
    words.every((word) => `${id} ${title} ${firstPrompt}`.toLowerCase().includes(word));
  return sessions.filter(isFound).map(({ id, modified, title, firstPrompt, messages, inUse }) => ({
    id,
    // First, because the prompt may fill the row.
    label: `${ageOf(modified, now).padEnd(ageWidth)}  ${title === undefined ? "" : `${firstLine(title)} — `}${firstLine(firstPrompt)}`,
    note: [
      ...(inUse ? ["in use"] : []),
      ...(messages === undefined ? [] : [`${messages} ${messages === 1 ? "message" : "messages"}`]),
      id.slice(0, 8),
    ].join(" · "),
  }));
}

/** `59 minutes ago`. */
const ageWidth = 14;

const units = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** `2 hours ago`. */
export function ageOf(then: Date, now: Date): string {
  const seconds = Math.max(0, (now.getTime() - then.getTime()) / 1000);
  for (const [unit, size] of units) {
    const count = Math.floor(seconds / size);
    if (count > 0) return `${count} ${unit}${count === 1 ? "" : "s"} ago`;
  }
  return "just now";
}
