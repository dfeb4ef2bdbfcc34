import { findNodeAtLocation, type Node, parseTree } from "jsonc-parser";
import type { Path } from "./path.ts";
import { removeValue } from "./remove-value.ts";

/** A settings text with one value set; `undefined` removes it. The rest of the text stays as it is, to the byte. */
export function setValue(text: string, path: Path, value: unknown): string {
  if (value === undefined) return removeValue(text, path);
  const root = parseTree(text, [], { allowTrailingComma: true });
  if (root === undefined) return printed(wrapped(path, value), layoutOf(text), "");
  const known = findNodeAtLocation(root, path);
  const layout = layoutOf(text);
  if (known) {
    const { offset, length } = known;
    const shown = printed(value, layout, indentAt(text, offset));
    return replaced(text, offset, offset + length, shown);
  }
  const depth = deepest(root, path);
  const parent = findNodeAtLocation(root, path.slice(0, depth)) ?? root;
  const entry = { key: path[depth] ?? "", value: wrapped(path.slice(depth + 1), value) };
  return insert(text, parent, entry, layout);
}

interface Layout {
  /** One step of indentation. */
  readonly unit: string;
  readonly eol: string;
}

interface Entry {
  readonly key: string | number;
  readonly value: unknown;
}

/** A new entry after the others: on its own line, if they are; in the same line, if they are. */
function insert(text: string, parent: Node, { key, value }: Entry, layout: Layout): string {
  const { unit, eol } = layout;
  const name = parent.type === "array" ? "" : `${JSON.stringify(key)}: `;
  const last = parent.children?.at(-1);
  if (last === undefined) {
    const [outer, end] = [indentAt(text, parent.offset), parent.offset + parent.length - 1];
    const inside = text.slice(parent.offset + 1, end).trimEnd();
    const shown = `${inside}${eol}${outer}${unit}${name}${printed(value, layout, outer + unit)}${eol}${outer}`;
    return replaced(text, parent.offset + 1, end, shown);
  }
  const end = last.offset + last.length;
  if (!startsLine(text, last.offset))
    return replaced(text, end, end, `, ${name}${inOneLine(value)}`);
  const indent = indentAt(text, last.offset);
  // A comment behind the last entry stays with it.
  const [rest = "", comma = ""] =
    /^[ \t]*(,?)[ \t]*(?:\/\/[^\n]*|\/\*[^\n]*?\*\/[ \t]*)?(?=\r?\n)/.exec(text.slice(end)) ?? [];
  const shown = `${eol}${indent}${name}${printed(value, layout, indent)}`;
  const added = replaced(text, end + rest.length, end + rest.length, shown.replace(/\r$/, ""));
  return comma === "" ? replaced(added, end, end, ",") : added;
}

const replaced = (text: string, from: number, to: number, by: string): string =>
  text.slice(0, from) + by + text.slice(to);

/** How many steps of a path exist. */
function deepest(root: Node, path: Path): number {
  const found = path.findIndex((_, index) => !findNodeAtLocation(root, path.slice(0, index + 1)));
  return found === -1 ? path.length : found;
}

/** A value inside the objects and lists that are still missing. */
const wrapped = (path: Path, value: unknown): unknown =>
  path.reduceRight<unknown>(
    (inner, step) => (typeof step === "number" ? [inner] : { [step]: inner }),
    value,
  );

const printed = (value: unknown, { unit, eol }: Layout, indent: string): string =>
  JSON.stringify(value, null, unit).replaceAll("\n", `${eol}${indent}`);

/** `{ "type": "command" }`, as people write it. */
function inOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([key, one]) => `${JSON.stringify(key)}: ${inOneLine(one)}`,
  );
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

/** The indentation of the line that an offset is in. */
const indentAt = (text: string, offset: number): string =>
  /[ \t]*/.exec(text.slice(text.lastIndexOf("\n", offset - 1) + 1))?.[0] ?? "";

const startsLine = (text: string, offset: number): boolean =>
  /^[ \t]*$/.test(text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset)) &&
  text.lastIndexOf("\n", offset - 1) !== -1;

/** The indentation of the first indented line, and the end of the first line. */
function layoutOf(text: string): Layout {
  const [, unit = "  "] = /\n([ \t]+)\S/.exec(text) ?? [];
  return { unit: unit.startsWith("\t") ? "\t" : unit, eol: text.includes("\r\n") ? "\r\n" : "\n" };
}
