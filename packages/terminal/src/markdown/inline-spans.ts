import type { Span } from "../text/styled-line.ts";

type Style = Omit<Span, "text">;

interface Rule {
  readonly pattern: RegExp;
  spans(match: RegExpExecArray, style: Style): readonly Span[];
}

/** A longer line is not prose; its marks are shown as they are, so that no line takes long to read. */
const maxLength = 5000;

/** What can be in a line, each tried where its first character is. An end that has not arrived yet is no mark. */
const rules: readonly Rule[] = [
  {
    pattern: /\\([!-/:-@[-`{-~])/y,
    spans: ([, escaped = ""], style) => [{ text: escaped, ...style }],
  },
  {
    pattern: /(`+)(?!`)(.+?)(?<!`)\1(?!`)/y,
    spans: ([, , code = ""], style) => [
      { text: "`", ...style, dim: true },
      { text: code.replace(/^ (.+) $/, "$1"), ...style, color: "cyan" },
      { text: "`", ...style, dim: true },
    ],
  },
  {
    pattern: /!?\[([^\][]*)\]\(<?([^()\s<>]+(?:\([^()\s]*\))?)>?(?:\s+"[^"]*")?\)/y,
    spans: ([, label = "", address = ""], style) => link(label, address, style),
  },
  {
    pattern: /<(https?:\/\/[^\s<>]+)>/y,
    spans: ([, address = ""], style) => link("", address, style),
  },
  emphasis(/\*\*\*(?=\S)(.+?)(?<=[^\s\\])\*\*\*/y, { bold: true, italic: true }),
  emphasis(/\*\*(?=\S)(.+?)(?<=[^\s\\])\*\*(?!\*)/y, { bold: true }),
  emphasis(/(?<!\w)__(?=\S)(.+?)(?<=[^\s\\])__(?!\w)/y, { bold: true }),
  emphasis(/~~(?=\S)(.+?)(?<=\S)~~/y, { strike: true }),
  emphasis(/\*(?=[^\s*])(.+?)(?<=[^\s\\*])\*(?!\*)/y, { italic: true }),
  emphasis(/(?<!\w)_(?=[^\s_])(.+?)(?<=[^\s\\_])_(?!\w)/y, { italic: true }),
];

function emphasis(pattern: RegExp, added: Style): Rule {
  return { pattern, spans: ([, inner = ""], style) => inlineSpans(inner, { ...style, ...added }) };
}

const link = (label: string, address: string, style: Style): readonly Span[] =>
  label === "" || label === address
    ? [{ text: address, ...style, underline: true }]
    : [
        ...inlineSpans(label, { ...style, underline: true }),
        { text: ` (${address})`, ...style, dim: true },
      ];

const marks = /[\\`![<*_~]/g;

/** The pieces of one line of Markdown, with their styles. */
export function inlineSpans(text: string, style: Style = {}): readonly Span[] {
  if (text.length > maxLength) return [{ text, ...style }];
  const spans: Span[] = [];
  let plainFrom = 0;
  let at = 0;
  const addPlain = (to: number) => {
    if (to > plainFrom) spans.push({ text: text.slice(plainFrom, to), ...style });
  };
  for (;;) {
    marks.lastIndex = at;
    const mark = marks.exec(text);
    if (!mark) break;
    const found = firstMatch(text, mark.index);
    at = mark.index + 1;
    if (!found) continue;
    addPlain(mark.index);
    spans.push(...found.rule.spans(found.match, style));
    at = mark.index + found.match[0].length;
    plainFrom = at;
  }
  addPlain(text.length);
  return spans;
}

function firstMatch(text: string, at: number) {
  for (const rule of rules) {
    rule.pattern.lastIndex = at;
    const match = rule.pattern.exec(text);
    if (match) return { rule, match };
  }
  return undefined;
}
