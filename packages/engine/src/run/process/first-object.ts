import type { Capture } from "./capture.ts";

/** The first complete JSON object of a stream, when it asks for the background (P12). */
export interface FirstObject {
  /** Own limit of the background run, in milliseconds. */
  readonly asyncTimeout: number | undefined;
  /** Where the object ends: what comes after it is the answer. */
  readonly length: number;
}

/** In bytes: no hook needs more to say that it goes on in the background. */
const longest = 4096;

/**
 * Watches what has come for `{"async": true}` at its head and calls back once.
 * Looks only while it can still be one, and never at more than the head.
 */
export function firstObject(found: (first: FirstObject) => void): (stream: Capture) => void {
  let decided = false;
  return (stream) => {
    if (decided) return;
    const head = stream.head(longest);
    const start = head.search(/\S/);
    const end = head[start] === "{" ? objectEnd(head, start) : undefined;
    const canStillBe = start < 0 || head[start] === "{";
    decided = !canStillBe || end !== undefined || stream.bytes() >= longest;
    if (end === undefined) return;
    const first = parse(head.slice(start, end));
    if (first?.["async"] !== true) return;
    const { asyncTimeout } = first;
    const hasLimit = typeof asyncTimeout === "number" && asyncTimeout > 0;
    found({ asyncTimeout: hasLimit ? asyncTimeout : undefined, length: end });
  };
}

/** Strings, whose braces do not count, even one that is not complete yet, and the braces that do. */
const braces = /"(?:\\[\s\S]|[^"\\])*(?:"|\\?$)|[{}]/g;

/** The offset behind the object that starts at an offset; `undefined`: it is not complete. */
function objectEnd(text: string, start: number): number | undefined {
  let depth = 0;
  for (const { 0: token, index } of text.slice(start).matchAll(braces)) {
    if (token === "{") depth++;
    if (token === "}" && --depth === 0) return start + index + 1;
  }
  return undefined;
}

function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
