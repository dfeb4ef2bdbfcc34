/** The first complete JSON object of a stream that asks for the background (P12). */
export interface FirstObject {
  /** Own limit of the background run, in milliseconds. */
  readonly asyncTimeout: number | undefined;
  /** Where the object ends: what comes after it is the answer. */
  readonly length: number;
}

/** No hook needs more to say that it goes on in the background. */
const longest = 4096;

/**
 * Watches a growing text for `{"async": true}` at its head and calls back
 * once. Looks at the text only while it can still be one.
 */
export function firstObject(found: (first: FirstObject) => void): (text: () => string) => void {
  let decided = false;
  return (text) => {
    if (decided) return;
    const head = text().slice(0, longest);
    const start = head.search(/\S/);
    if (start < 0) return;
    const end = head[start] === "{" ? objectEnd(head, start) : undefined;
    decided = head[start] !== "{" || end !== undefined || head.length === longest;
    if (end === undefined) return;
    const first = parse(head.slice(start, end));
    if (first?.["async"] !== true) return;
    const { asyncTimeout } = first;
    found({
      asyncTimeout: typeof asyncTimeout === "number" ? asyncTimeout : undefined,
      length: end,
    });
  };
}

/** Strings, whose braces do not count, and the braces that do. */
const braces = /"(?:\\[\s\S]|[^"\\])*"|[{}]/g;

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
