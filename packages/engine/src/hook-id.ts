import { createHash } from "node:crypto";

/**
 * C8: a short stable name for a definition, from what makes it that
 * definition. The order of keys does not: it means nothing in JSON, and trust
 * compares definitions the same way.
 */
export function hookId(parts: {
  readonly scope: string;
  readonly root: string | undefined;
  readonly event: string;
  readonly matcher: string | undefined;
  readonly handler: unknown;
}): string {
  const { scope, root = null, event, matcher = null, handler } = parts;
  return createHash("sha256")
    .update(JSON.stringify([scope, root, event, matcher, handler], withSortedKeys))
    .digest("hex")
    .slice(0, 12);
}

const withSortedKeys = (_key: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
