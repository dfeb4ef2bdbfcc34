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
  const text = sortedJson([scope, root, event, matcher, handler]) ?? "";
  return hash("sha256", text, "hex").slice(0, 12);
}

/** JSON with sorted keys, written in one pass: every hook of every file gets an id. */
function sortedJson(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((one) => sortedJson(one) ?? "null").join(",")}]`;
  const object = value as Readonly<Record<string, unknown>>;
  const members = Object.keys(object)
    .sort()
    .flatMap((key) => {
      const text = sortedJson(object[key]);
      return text === undefined ? [] : [`${JSON.stringify(key)}:${text}`];
    });
  return `{${members.join(",")}}`;
}
