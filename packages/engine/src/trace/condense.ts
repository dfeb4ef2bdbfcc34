import { type Redactor, redacted } from "./redact/redactor.ts";

/** Limits for one text, one list or object, the nesting, and all texts together. */
const maxTextLength = 2000;
const maxEntries = 100;
const maxDepth = 12;
const maxTotalLength = 100_000;

/** Secrets are searched this far past the end of an excerpt, so that none is cut in two and missed. */
const lookAhead = 2000;

/** Copies for one part of a record: bounded, and without secrets. */
export interface Condenser {
  text(text: string): string;
  value(value: unknown): unknown;
  /** The result is always an object, however much is cut. */
  fields(value: object): Record<string, unknown>;
}

/**
 * A record is bounded, however large the event: megabytes are neither copied
 * nor kept alive, and every cut is marked.
 */
export function condenser(redactor: Redactor): Condenser {
  let left = maxTotalLength;

  function text(whole: string): string {
    const room = Math.max(0, Math.min(maxTextLength, left));
    const clean = redactor.text(whole.slice(0, room + lookAhead));
    const isCut = whole.length > room + lookAhead || clean.length > room;
    left -= Math.min(clean.length, room);
    if (!isCut) return clean;
    return `${detached(clean.slice(0, room))}…[cut: ${whole.length} characters in all]`;
  }

  function value(whole: unknown, depth = 0): unknown {
    if (typeof whole === "string") return text(whole);
    if (typeof whole === "object" && whole !== null) return nested(whole, depth);
    if (typeof whole === "bigint") return text(String(whole));
    return typeof whole === "function" || typeof whole === "symbol" ? undefined : whole;
  }

  function nested(whole: object, depth: number): unknown {
    if (depth === maxDepth || left <= 0) return "…[cut]";
    if (ArrayBuffer.isView(whole)) return `[${whole.byteLength} bytes]`;
    if ("toJSON" in whole && typeof whole.toJSON === "function")
      return value(whole.toJSON(), depth + 1);
    left -= 2;
    return Array.isArray(whole) ? list(whole, depth) : fields(whole, depth);
  }

  function list(whole: readonly unknown[], depth: number): unknown {
    const kept = whole.slice(0, maxEntries).map((entry, index) => {
      const before = whole[index - 1];
      // ["--password", "word"], ["Authorization", "word"]
      const isNamed = typeof before === "string" && redactor.isSecret(before, entry);
      return isNamed ? redacted : value(entry, depth + 1);
    });
    return whole.length > kept.length ? [...kept, `…[cut: ${whole.length} entries in all]`] : kept;
  }

  function fields(whole: object, depth: number): Record<string, unknown> {
    const entries = Object.entries(whole);
    const kept = entries
      .slice(0, maxEntries)
      .map(([key, entry]) => [
        text(key),
        redactor.isSecret(key, entry) || (key === "value" && namesSecret(whole, entry))
          ? redacted
          : value(entry, depth + 1),
      ]);
    const cut =
      entries.length > kept.length ? [["…", `[cut: ${entries.length} entries in all]`]] : [];
    return Object.fromEntries([...kept, ...cut]);
  }

  /** `{name: "TOKEN", value: …}`. */
  const namesSecret = (whole: object, entry: unknown): boolean =>
    ["name", "key", "header", "variable"].some((field) => {
      const name = (whole as Readonly<Record<string, unknown>>)[field];
      return typeof name === "string" && redactor.isSecret(name, entry);
    });

  return { text, value: (whole) => value(whole), fields: (whole) => fields(whole, 0) };
}

/** A slice keeps the whole text in memory; a copy does not. */
const detached = (part: string): string => Buffer.from(part, "utf16le").toString("utf16le");
