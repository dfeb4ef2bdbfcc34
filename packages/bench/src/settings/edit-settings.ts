import { applyEdits, modify } from "jsonc-parser";

export type Path = (string | number)[];

/** `hooks.PreToolUse[0].hooks[1]` as keys and positions. */
export const pathOf = (text: string): Path =>
  [...text.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].map(([, key, index]) =>
    index === undefined ? (key ?? "") : Number(index),
  );

/** A settings text with one value set; the rest of the text, comments too, stays as it is. */
export function setValue(text: string, path: Path, value: unknown): string {
  const { tabs, size } = indentOf(text);
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const formattingOptions = { insertSpaces: !tabs, tabSize: size, eol };
  return applyEdits(text, modify(text, path, value, { formattingOptions }));
}

/** The indentation of the first indented line. */
function indentOf(text: string): { readonly tabs: boolean; readonly size: number } {
  const [, indent = "  "] = /\n([ \t]+)\S/.exec(text) ?? [];
  return { tabs: indent.startsWith("\t"), size: indent.startsWith("\t") ? 1 : indent.length };
}
