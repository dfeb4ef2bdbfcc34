import type { Redactor } from "./redact/redactor.ts";

/** What is kept of a text, of a list or object, of nesting, and of all texts of a record together. */
const longestText = 2000;
const mostEntries = 100;
const deepest = 12;
const mostOfRecord = 200_000;

/** How far past the end of an excerpt a secret is looked for, so that none is cut in two and missed. */
const lookAhead = 2000;

/** Copies for one record: bounded, and without secrets. */
export interface Condenser {
  text(text: string): string;
  value(value: unknown): unknown;
}

/**
 * A record is bounded whatever an event carries: megabytes are neither copied
 * nor kept alive, and what is left out is named where it was.
 */
export function condenser(redactor: Redactor): Condenser {
  let left = mostOfRecord;

  function text(whole: string): string {
    const room = Math.max(0, Math.min(longestText, left));
    const redacted = redactor.text(whole.slice(0, room + lookAhead));
    const isCut = whole.length > room + lookAhead || redacted.length > room;
    left -= Math.min(redacted.length, room);
    if (!isCut) return redacted;
    return `${detached(redacted.slice(0, room))}…[cut: ${whole.length} characters in all]`;
  }

  function value(whole: unknown, depth = 0): unknown {
    if (typeof whole === "string") return text(whole);
    if (typeof whole === "bigint") return text(String(whole));
    if (typeof whole === "function" || typeof whole === "symbol") return undefined;
    if (typeof whole !== "object" || whole === null) return whole;
    if (ArrayBuffer.isView(whole)) return `[${whole.byteLength} bytes]`;
    if ("toJSON" in whole && typeof whole.toJSON === "function") return value(whole.toJSON(), depth + 1);
    if (depth === deepest || left <= 0) return "…[cut]";
    left -= 2;
    return Array.isArray(whole) ? list(whole, depth) : fields(whole, depth);
  }

  function list(whole: readonly unknown[], depth: number): unknown {
    const kept = whole.slice(0, mostEntries).map((entry, index) => {
      const before = whole[index - 1];
      return typeof before === "string" && redactor.isSecretName(before)
        ? secret(entry)
        : value(entry, depth + 1);
    });
    return whole.length > kept.length ? [...kept, `…[cut: ${whole.length} entries in all]`] : kept;
  }

  function fields(whole: object, depth: number): unknown {
    const entries = Object.entries(whole);
    const kept = entries.slice(0, mostEntries).map(([key, entry]) => [
      text(key),
      redactor.isSecretName(key) || (key === "value" && namesSecret(whole))
        ? secret(entry)
        : value(entry, depth + 1),
    ]);
    const cut =
      entries.length > kept.length ? [["…", `[cut: ${entries.length} entries in all]`]] : [];
    return Object.fromEntries([...kept, ...cut]);
  }

  /** `{name: "TOKEN", value: …}`. */
  const namesSecret = (whole: object): boolean =>
    ["name", "key", "header", "variable"].some((field) => {
      const name = (whole as Readonly<Record<string, unknown>>)[field];
      return typeof name === "string" && redactor.isSecretName(name);
    });

  /** What stands where a secret is expected: yes, no and nothing are none. */
  const secret = (entry: unknown): unknown =>
    typeof entry === "boolean" || entry === null || entry === undefined
      ? entry
      : redactor.marker;

  return { text, value: (whole) => value(whole) };
}

/** A part of a text holds on to all of it; a copy does not. */
const detached = (part: string): string => Buffer.from(part, "utf16le").toString("utf16le");
