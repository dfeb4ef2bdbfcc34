const first = 500;
const longest = 32_000;
/** However long a server asks to wait, somebody is waiting for the agent. */
const longestAsked = 300_000;

/** How long to wait before asking again: what the server asks for, else longer each time and never in step. */
export function retryDelay(attempt: number, askedMs: number | undefined, random: number): number {
  if (askedMs !== undefined) return Math.min(askedMs, longestAsked);
  const full = Math.min(first * 2 ** (attempt - 1), longest);
  return Math.round(full * (0.5 + random / 2));
}

/** What a `retry-after` header asks for: seconds, a date, or milliseconds under its other name. */
export function askedDelay(
  headers: Readonly<Record<string, string>>,
  now: string,
): number | undefined {
  const ms = number(headers["retry-after-ms"]);
  if (ms !== undefined) return ms;
  const after = headers["retry-after"];
  const seconds = number(after);
  if (seconds !== undefined) return seconds * 1000;
  const date = after === undefined ? Number.NaN : Date.parse(after);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.parse(now));
}

function number(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : undefined;
}
