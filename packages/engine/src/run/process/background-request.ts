import type { Capture } from "./capture.ts";

/** A request to continue in the background: `{"async": true}` as the first output (P12). */
export interface BackgroundRequest {
  /** The limit of the background run, in milliseconds. */
  readonly asyncTimeout: number | undefined;
  /** The length of the request: the answer comes after it. */
  readonly length: number;
}

/** The longest request. */
const maxBytes = 4096;

/**
 * Calls back once if a stream starts with a background request. Checks only the
 * beginning, and only while it can still be one.
 */
export function watchForBackgroundRequest(
  found: (first: BackgroundRequest) => void,
): (stream: Capture) => void {
  let decided = false;
  return (stream) => {
    if (decided) return;
    const head = stream.head(maxBytes);
    const start = head.search(/\S/);
    const end = head[start] === "{" ? objectEnd(head, start) : undefined;
    const canStillBe = start < 0 || head[start] === "{";
    decided = !canStillBe || end !== undefined || stream.bytes() >= maxBytes;
    if (end === undefined) return;
    const first = parse(head.slice(start, end));
    if (first?.["async"] !== true) return;
    const { asyncTimeout } = first;
    const hasLimit = typeof asyncTimeout === "number" && asyncTimeout > 0;
    found({ asyncTimeout: hasLimit ? asyncTimeout : undefined, length: end });
  };
}

/** Strings, complete or not, so that their braces are ignored, and braces. */
const braces = /"(?:\\[\s\S]|[^"\\])*(?:"|\\?$)|[{}]/g;

/** The end of the object that starts at an offset; `undefined` if it is not complete. */
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
