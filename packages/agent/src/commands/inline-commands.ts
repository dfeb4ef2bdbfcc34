import { substituteArguments } from "./substitute-arguments.ts";

/** A piece of a slash command's text: text, or a command whose output replaces it (E25). */
export type CommandPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "shell"; readonly command: string };

/** Characters that no text needs: they mark commands, so that arguments cannot add any. */
const [begin, end] = ["\uE000", "\uE001"];
const marks = new RegExp(`[${begin}${end}]`, "g");
const inline = /!`([^`\n]+)`/g;
const marked = new RegExp(`${begin}([^${end}]*)${end}`);

/** The text of a command with its arguments, cut at its inline commands; undefined if it has none. */
export function inlineParts(body: string, args: string): readonly CommandPart[] | undefined {
  const text = body.replaceAll(marks, "").replaceAll(inline, `${begin}$1${end}`);
  if (!text.includes(begin)) return undefined;
  const pieces = substituteArguments(text, args.replaceAll(marks, "")).split(marked);
  return pieces.map((piece, index) =>
    index % 2 === 0 ? { kind: "text", text: piece } : { kind: "shell", command: piece },
  );
}
