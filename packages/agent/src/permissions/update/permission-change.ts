import { resolve } from "node:path";
import type { Behavior, PermissionLists } from "../permission-lists.ts";
import type { PermissionMode, PermissionUpdate } from "../permissions.ts";

export type Destination = PermissionUpdate["destination"];

/** A change of one list: rules of one behaviour, or directories. */
export interface ListChange {
  readonly how: "add" | "replace" | "remove";
  readonly list: Behavior | "directories";
  readonly items: readonly string[];
}

/** G6: a change that was checked. */
export type PermissionChange = { readonly destination: Destination } & (
  | { readonly mode: PermissionMode }
  | { readonly change: ListChange }
);

/** A list after a change, every new item once; items that are not strings are kept. */
export function changedList<Item>(
  list: readonly Item[],
  { how, items }: ListChange,
  sameAs: (item: string) => string,
): readonly (Item | string)[] {
  const keyOf = (item: Item | string) => (typeof item === "string" ? sameAs(item) : undefined);
  const itemsByKey = new Map(items.map((item) => [sameAs(item), item]));
  if (how === "replace") return [...itemsByKey.values()];
  const isNamed = (item: Item) => itemsByKey.has(keyOf(item) ?? "");
  if (how === "remove") return list.filter((item) => !isNamed(item));
  const present = new Set(list.map(keyOf));
  return [...list, ...[...itemsByKey].flatMap(([key, item]) => (present.has(key) ? [] : [item]))];
}

/** The lists after a change. */
export const changedLists = (
  lists: PermissionLists,
  change: ListChange,
  sameAs: (item: string) => string,
): PermissionLists => ({
  ...lists,
  [change.list]: changedList(lists[change.list], change, sameAs),
});

/** What makes two items of a list the same: a rule's text, a directory's path. */
export const samenessOf =
  (
    list: ListChange["list"],
    folders: { readonly projectDirectory: string; readonly home: string },
  ) =>
  (item: string): string =>
    list === "directories" ? directoryOf(item, folders) : item.trim();

/** A directory as it is written in settings or an update: from the project, or from home. */
export const directoryOf = (
  written: string,
  { projectDirectory, home }: { readonly projectDirectory: string; readonly home: string },
): string =>
  /^~(?:\/|$)/.test(written)
    ? resolve(home, `.${written.slice(1)}`)
    : resolve(projectDirectory, written);
