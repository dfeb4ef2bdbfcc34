import type { Key } from "ink";
import type { DialogLayout } from "./layout.ts";

/** Where a key scrolls to; undefined: it does not scroll. */
export function scrollKey({ scroll, page, maxScroll }: DialogLayout, key: Key): number | undefined {
  if (key.pageDown) return Math.min(maxScroll, scroll + page);
  if (key.pageUp) return Math.max(0, scroll - page);
  if (key.home) return 0;
  if (key.end) return maxScroll;
  return undefined;
}
