import type { Clock } from "@snaphook/engine/internal";

/** How long a service keeps a conversation in its cache. */
export const cacheSeconds = 300;

/** How long ago something was; undefined if that is not known. */
export function secondsSince(
  date: string | undefined,
  clock: Pick<Clock, "date">,
): number | undefined {
  if (date === undefined) return undefined;
  const seconds = Math.round((Date.parse(clock.date()) - Date.parse(date)) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
