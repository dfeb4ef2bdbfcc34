import type { Key } from "ink";

/** Where a key moves in a list or a text; undefined if the key does not move. */
export function moved(
  position: number,
  { last, page }: { readonly last: number; readonly page: number },
  key: Pick<Key, "upArrow" | "downArrow" | "pageUp" | "pageDown" | "home" | "end">,
): number | undefined {
  const to = target(position, page, last, key);
  return to === undefined ? undefined : Math.max(0, Math.min(last, to));
}

function target(position: number, page: number, last: number, key: Parameters<typeof moved>[2]) {
  if (key.upArrow) return position - 1;
  if (key.downArrow) return position + 1;
  if (key.pageUp) return position - page;
  if (key.pageDown) return position + page;
  if (key.home) return 0;
  return key.end ? last : undefined;
}
