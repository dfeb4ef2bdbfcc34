import type { Page } from "./get-page.ts";
import { htmlToText } from "./html-to-text.ts";

/** The text of a page; undefined if it is none. */
export function readableText({ contentType, body }: Page, url: string): string | undefined {
  const [type = "", ...parameters] = contentType.toLowerCase().split(";");
  const kind = type.trim();
  if (!isText(kind)) return undefined;
  const charset = parameters.map((one) => /^\s*charset="?([^"\s]+)/.exec(one)?.[1]).find(Boolean);
  const text = decode(body, charset ?? "utf-8");
  const isHtml = kind.includes("html") || (kind === "" && /^\s*<(?:!doctype|html)/i.test(text));
  return isHtml ? htmlToText(text, url) : text;
}

const isText = (kind: string): boolean =>
  kind === "" || /^text\/|[/+](?:json|xml|yaml|javascript|ecmascript)$|xhtml/.test(kind);

function decode(body: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}
