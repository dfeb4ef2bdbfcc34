import type { Key } from "ink";

export type DetailsCommand =
  | "earlier-turn"
  | "later-turn"
  | "search"
  | "next-match"
  | "previous-match"
  | "close";

const typedCommands: Readonly<Record<string, DetailsCommand>> = {
  "/": "search",
  n: "next-match",
  N: "previous-match",
  q: "close",
};

/** What a key does in the details view, besides scrolling. */
export function detailsCommand(
  typed: string,
  key: Pick<Key, "leftArrow" | "rightArrow" | "escape" | "ctrl">,
): DetailsCommand | undefined {
  if (key.leftArrow) return "earlier-turn";
  if (key.rightArrow) return "later-turn";
  if (key.escape) return "close";
  return key.ctrl ? undefined : typedCommands[typed];
}
