import { type HtmlToken, htmlTokens } from "./html-tokens.ts";

/** What goes before and after the text of an element. */
const before: Readonly<Record<string, string>> = {
  br: "\n",
  hr: "\n\n---\n\n",
  li: "\n- ",
  pre: "\n\n```\n",
  h1: "\n\n# ",
  h2: "\n\n## ",
  h3: "\n\n### ",
  h4: "\n\n#### ",
  h5: "\n\n##### ",
  h6: "\n\n###### ",
  td: "| ",
  th: "| ",
  tr: "\n",
  dt: "\n",
  dd: "\n  ",
};
const after: Readonly<Record<string, string>> = {
  pre: "\n```\n\n",
  td: " ",
  th: " ",
  title: "\n\n",
};

const paragraphs: ReadonlySet<string> = new Set(
  `address article aside blockquote body details div dl fieldset figure footer form h1 h2 h3 h4 h5 h6
   header main nav ol p section table ul`.split(/\s+/),
);

/** The text of a page, with headings, lists, links and code as Markdown. */
export function htmlToText(html: string, base: string): string {
  const parts: string[] = [];
  const links: Links = [];
  let literal = 0;
  for (const token of htmlTokens(html)) {
    const isCollapsed = token.kind === "text" && literal === 0;
    const part = isCollapsed ? collapsed(token.text, parts.at(-1)) : markOf(token, base, links);
    if (part !== "") parts.push(part);
    literal = Math.max(0, literal + depthOf(token));
  }
  return tidied(parts.join(""));
}

/** The addresses of the links that are open. */
type Links = (string | undefined)[];

/** White space collapses to one space and is dropped at the start of a line. */
function collapsed(text: string, last = "\n"): string {
  const flat = text.replace(/\s+/g, " ");
  return /\s$/.test(last) ? flat.trimStart() : flat;
}

function markOf(token: HtmlToken, base: string, links: Links): string {
  if (token.kind === "text") return token.text;
  const { kind, name } = token;
  if (name === "a") return kind === "open" ? openLink(token.href, base, links) : closeLink(links);
  return (kind === "open" ? before[name] : after[name]) ?? (paragraphs.has(name) ? "\n\n" : "");
}

/** How a token changes the depth of preformatted text. */
function depthOf(token: HtmlToken): number {
  if (token.kind === "text" || token.name !== "pre") return 0;
  return token.kind === "open" ? 1 : -1;
}

function openLink(href: string | undefined, base: string, links: Links): string {
  const isFollowable = href !== undefined && !href.startsWith("#") && URL.canParse(href, base);
  const target = isFollowable ? new URL(href, base) : undefined;
  const isWeb = target?.protocol === "https:" || target?.protocol === "http:";
  links.push(isWeb ? target?.href : undefined);
  return isWeb ? "[" : "";
}

function closeLink(links: Links): string {
  const target = links.pop();
  return target === undefined ? "" : `](${target})`;
}

/** Without trailing spaces, and with at most one empty line in a row. */
const tidied = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
