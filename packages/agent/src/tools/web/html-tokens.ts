import { decodeEntities } from "./decode-entities.ts";

export type HtmlToken =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "open"; readonly name: string; readonly href: string | undefined }
  | { readonly kind: "close"; readonly name: string };

/** Elements whose content is skipped up to the end tag. */
const skippedElements: ReadonlySet<string> = new Set(
  "script style noscript template svg iframe object canvas textarea select".split(" "),
);

/** Reads HTML as tolerantly as browsers do, in one pass. */
export function* htmlTokens(html: string): Generator<HtmlToken> {
  let at = 0;
  while (at < html.length) {
    const found = html.indexOf("<", at);
    const start = found < 0 ? html.length : found;
    if (start > at) yield { kind: "text", text: decodeEntities(html.slice(at, start)) };
    if (start === html.length) return;
    const { token, end } = readMarkup(html, start);
    if (token !== undefined) yield token;
    at = end;
  }
}

interface Markup {
  /** Undefined if a reader does not see it. */
  readonly token: HtmlToken | undefined;
  readonly end: number;
}

/** Reads what begins with `<`. */
function readMarkup(html: string, start: number): Markup {
  if (html.startsWith("<!--", start)) return { token: undefined, end: after(html, /-->/g, start) };
  if (!/[a-z/!?]/i.test(html[start + 1] ?? ""))
    return { token: { kind: "text", text: "<" }, end: start + 1 };
  const end = endOfTag(html, start);
  const token = readTag(html.slice(start, end));
  if (token?.kind !== "open" || !skippedElements.has(token.name)) return { token, end };
  return { token: undefined, end: after(html, new RegExp(`</${token.name}[^>]*>?`, "gi"), end) };
}

/** The end of the next match; the end of the text if there is none. */
function after(html: string, pattern: RegExp, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(html) ? pattern.lastIndex : html.length;
}

/** The end of a tag; `>` inside quotes does not end it. */
function endOfTag(html: string, start: number): number {
  let quote = "";
  for (let at = start + 1; at < html.length; at++) {
    const character = html[at] ?? "";
    if (quote !== "") {
      if (character === quote) quote = "";
    } else if (character === ">") return at + 1;
    else if ((character === '"' || character === "'") && html[at - 1] === "=") quote = character;
  }
  return html.length;
}

function readTag(tag: string): HtmlToken | undefined {
  const [, slash = "", name = ""] = /^<(\/?)([a-z][a-z0-9-]*)/i.exec(tag) ?? [];
  if (name === "") return undefined;
  if (slash === "/") return { kind: "close", name: name.toLowerCase() };
  const href = /\shref=(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(tag);
  const target = href?.[1] ?? href?.[2] ?? href?.[3];
  return {
    kind: "open",
    name: name.toLowerCase(),
    href: target === undefined ? undefined : decodeEntities(target),
  };
}
