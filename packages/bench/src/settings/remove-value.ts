import { createScanner, findNodeAtLocation, type Node, parseTree } from "jsonc-parser";
import type { Path } from "./path.ts";

/** A settings text without one value, its key and its comma; comments and all other values stay as they are. */
export function removeValue(text: string, path: Path): string {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const value = root && findNodeAtLocation(root, path);
  const node = value?.parent?.type === "property" ? value.parent : value;
  const siblings = node?.parent?.children ?? [];
  if (node === undefined) return text;
  const end = node.offset + node.length;
  const comma = commaAfter(text, end);
  if (comma !== undefined) return cut(cut(text, comma, comma + 1), node.offset, end);
  const rest = cut(text, node.offset, end);
  const before = siblings[siblings.indexOf(node) - 1];
  const earlier = before && commaAfter(text, endOf(before));
  return earlier === undefined ? rest : cut(rest, earlier, earlier + 1);
}

const endOf = ({ offset, length }: Node): number => offset + length;

/** The offset of the comma that follows, after white space and comments. */
function commaAfter(text: string, offset: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  scanner.scan();
  const at = scanner.getTokenOffset();
  return text[at] === "," ? at : undefined;
}

/** The text without a stretch of it, and without a line that is blank then. */
function cut(text: string, from: number, to: number): string {
  const before = text.slice(0, from);
  const after = text.slice(to);
  const [indent = ""] = /[ \t]*$/.exec(before) ?? [];
  const [ending] = /^[ \t]*\r?\n/.exec(after) ?? [];
  const startsLine = /(^|\n)$/.test(before.slice(0, before.length - indent.length));
  return startsLine && ending !== undefined
    ? before.slice(0, before.length - indent.length) + after.slice(ending.length)
    : before + after;
}
