import {
  findNodeAtLocation,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import type { SourcePlace } from "../stages/snapshot.ts";

export type JsonPath = readonly (string | number)[];

/** A parsed settings text that knows the line and column of every value. */
export interface JsonDocument {
  readonly value: unknown;
  /** Comments or trailing commas were used: not JSON for everybody (C5). */
  readonly relaxed: boolean;
  place(path: JsonPath): SourcePlace;
  /** The place of the key that the path ends with. */
  keyPlace(path: JsonPath): SourcePlace;
}

export type ReadJson =
  | { readonly ok: true; readonly document: JsonDocument }
  | { readonly ok: false; readonly place: SourcePlace; readonly message: string };

/** Deeper than any settings; the parser calls itself once per level. */
const depthLimit = 200;

/** Parses JSON, with comments and trailing commas allowed (C5), and keeps positions. */
export function readJson(file: string, text: string): ReadJson {
  const place = placer(file, text);
  const tooDeep = offsetBelow(text, depthLimit);
  if (tooDeep !== undefined)
    return {
      ok: false,
      place: place(tooDeep, []),
      message: `nested deeper than ${depthLimit} levels`,
    };
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error || !root) {
    const message = error ? words(printParseErrorCode(error.error)) : "the file is empty";
    return { ok: false, place: place(error?.offset ?? 0, []), message };
  }
  return {
    ok: true,
    document: {
      value: plainValue(root),
      relaxed: !isStrict(text),
      place: (path) => place(nodeAt(root, path).offset, path),
      keyPlace: (path) => {
        const node = nodeAt(root, path);
        return place(node.parent?.type === "property" ? node.parent.offset : node.offset, path);
      },
    },
  };
}

/** A document made from a value that has no text, such as front matter; every place is the file's. */
export function valueDocument(file: string, value: unknown, line: number): JsonDocument {
  const place = (path: JsonPath) => ({ file, line, column: 1, path: pathText(path) });
  return { value, relaxed: false, place, keyPlace: place };
}

/** Strings and comments, whose brackets do not count, and the brackets that do. */
const nesting = /"(?:\\[\s\S]|[^"\\])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|[[{]|[\]}]/g;

/** The offset at which a text is nested deeper than allowed. */
function offsetBelow(text: string, limit: number): number | undefined {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(nesting)) {
    if (token === "[" || token === "{") depth++;
    else if (token === "]" || token === "}") depth--;
    if (depth > limit) return index;
  }
  return undefined;
}

function isStrict(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The node at a path, or the nearest one above it that exists. */
function nodeAt(root: Node, path: JsonPath): Node {
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(root, path.slice(0, length) as (string | number)[]);
    if (node) return node;
  }
  return root;
}

/** Turns offsets into places; line starts are found once. */
function placer(file: string, text: string) {
  let starts: number[] | undefined;
  return (offset: number, path: JsonPath): SourcePlace => {
    if (!starts) {
      starts = [0];
      for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1))
        starts.push(at + 1);
    }
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { file, line: low + 1, column: offset - (starts[low] ?? 0) + 1, path: pathText(path) };
  };
}

/** `hooks.PreToolUse[0].hooks[1]` */
const pathText = (path: JsonPath): string =>
  path
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`))
    .join("")
    .replace(/^\./, "");

/** `CommaExpected` → `comma expected` */
const words = (code: string): string => code.replace(/(?<!^)([A-Z])/g, " $1").toLowerCase();

/** The plain value of a node; of a key given twice the last counts, as in JSON.parse. */
function plainValue(node: Node): unknown {
  if (node.type === "array") return (node.children ?? []).map(plainValue);
  if (node.type !== "object") return node.value;
  return Object.fromEntries(
    (node.children ?? []).map(({ children: [key, value] = [] }) => [
      String(key?.value),
      value && plainValue(value),
    ]),
  );
}
