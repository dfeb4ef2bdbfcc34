import { idsIn } from "./rule-ids.ts";

/** An id, and the line on which it is cited. */
export interface Citation {
  readonly id: string;
  readonly line: number;
}

/** Matches strings too, so that their content is not taken for a comment. */
const stringOrComment =
  /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const code = /^```[\s\S]*?^```|`[^`\n]*`/gm;

/** The ids in the comments of a source file; in code and strings the same letters mean something else. */
export const citationsInComments = (source: string): readonly Citation[] =>
  [...source.matchAll(stringOrComment)]
    .filter(([text]) => text.startsWith("/"))
    .flatMap(({ 0: text, index }) => citationsFrom(text, lineOf(source, index)));

/** The ids in a page, outside of what it shows as code. */
export const citationsInPage = (page: string): readonly Citation[] =>
  citationsFrom(
    page.replaceAll(code, (shown) => shown.replaceAll(/[^\n]/g, " ")),
    1,
  );

const citationsFrom = (text: string, firstLine: number): readonly Citation[] =>
  text
    .split("\n")
    .flatMap((line, index) => idsIn(line).map((id) => ({ id, line: firstLine + index })));

const lineOf = (source: string, index: number): number => source.slice(0, index).split("\n").length;
