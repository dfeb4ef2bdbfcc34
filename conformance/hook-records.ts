import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What the recorder hook recorded about one call. */
export interface HookRecord {
  readonly id: string;
  /** How many calls with the same id came before it. */
  readonly call: number;
  readonly cwd: string;
  readonly projectDir?: string;
  /** The input; a text if it was not JSON, null if it was not read. */
  readonly stdin: unknown;
}

/**
 * The records that were not seen before, in the order of their starts. Hooks of one event start together, so there
 * the order is that of calls and ids.
 */
export function takeHookRecords(log: string, seen: Set<string>): readonly HookRecord[] {
  const names = readdirSync(log).filter((name) => name.endsWith(".json") && !seen.has(name));
  const records = names.sort().map((name): HookRecord => {
    seen.add(name);
    return JSON.parse(readFileSync(join(log, name), "utf8"));
  });
  return neighbours(records, eventOf).flatMap((group) =>
    group.sort((one, other) => one.call - other.call || (one.id < other.id ? -1 : 1)),
  );
}

/** The event in a hook's input. */
export function eventOf({ stdin }: HookRecord): string | undefined {
  const name = (Object(stdin) as { readonly hook_event_name?: unknown }).hook_event_name;
  return typeof name === "string" ? name : undefined;
}

/** Divides a list wherever the key changes. */
export function neighbours<Item>(list: readonly Item[], key: (item: Item) => unknown): Item[][] {
  const groups: Item[][] = [];
  for (const item of list) {
    const last = groups.at(-1)?.[0];
    if (last !== undefined && key(last) === key(item)) groups.at(-1)?.push(item);
    else groups.push([item]);
  }
  return groups;
}
