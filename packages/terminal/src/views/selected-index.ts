/** An entry of a list that can change: a key must act on the entry that the user chose, not on its successor. */
export interface Selected {
  /** Undefined: the user has not chosen one. */
  readonly id: string | undefined;
  readonly index: number;
}

/** Where the selected entry is now; if it is gone, an entry near it. */
export function selectedIndex(
  items: readonly { readonly id: string }[],
  { id, index }: Selected,
): number {
  const found = items.findIndex((item) => item.id === id);
  return found >= 0 ? found : Math.max(0, Math.min(index, items.length - 1));
}
