import { hash } from "node:crypto";

/**
 * C8: a short stable id for a definition. The order of keys makes no difference:
 * it has no meaning in JSON, and trust compares definitions the same way.
 */
export function hookId(parts: {
  readonly scope: string;
  readonly root: string | undefined;
  readonly event: string;
  readonly matcher: string | undefined;
  readonly handler: unknown;
}): string {
  const { scope, root = null, event, matcher = null, handler } = parts;
  const text = JSON.stringify([scope, root, event, matcher, sorted(handler)]);
  return hash("sha256", text, "hex").slice(0, 12);
}

function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, one]) => [key, sorted(one)]));
}
