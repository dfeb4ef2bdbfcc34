import {
  createScanner,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import type { Diagnostic, SourcePlace } from "../stages/snapshot.ts";
import { type JsonNodes, jsonNodes } from "./json-nodes.ts";

export type JsonPath = readonly (string | number)[];

/** A parsed settings text that knows the line and column of every value. */
export interface JsonDocument {
  readonly file: string;
  readonly value: unknown;
  /** Findings about the text itself: comments, repeated keys … */
  readonly oddities: readonly Diagnostic[];
  /** The place of the value at a path, or of the nearest one above it that exists. */
  place(path: JsonPath): SourcePlace;
  /** The place of the key that the path ends with. */
  keyPlace(path: JsonPath): SourcePlace;
}

export type ReadJson =
  | { readonly ok: true; readonly document: JsonDocument }
  | { readonly ok: false; readonly place: SourcePlace; readonly message: string };

/** Deeper than any real settings; parsers recurse once per level. */
export const depthLimit = 200;

/** Parses JSON, with comments and trailing commas allowed (C5), and keeps positions. */
export function readJson(file: string, text: string): ReadJson {
  const place = placer(file, text);
  const failure = (offset: number, message: string): ReadJson => ({
    ok: false,
    place: place(offset, []),
    message,
  });
  const strict = parseStrictly(text);
  // Checking the value is fast; the text is searched only if strict parsing failed.
  const tooDeep =
    strict && isShallow(strict.value, depthLimit) ? undefined : offsetBelow(text, depthLimit);
  if (tooDeep !== undefined) return failure(tooDeep, `nested deeper than ${depthLimit} levels`);
  if (strict && hasNoOddity(strict.value, text))
    return { ok: true, document: plainDocument(file, text, strict.value) };
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (text.trim() === "") return failure(0, "the file is empty");
  if (error)
    return failure(error.offset, `not valid JSON: ${words(printParseErrorCode(error.error))}`);
  if (!root) return failure(0, "the file contains only comments");
  const { value, nodeAt, repeated, broken } = jsonNodes(root);
  const relaxed = strict ? [] : [{ ...relaxedJson, place: place(0, []) }];
  return {
    ok: true,
    document: {
      file,
      value,
      oddities: [
        ...relaxed,
        ...repeated.map(({ offset, path }) => ({ ...repeatedKey, place: place(offset, path) })),
        ...broken.map(({ offset, path }) => ({ ...loneSurrogate, place: place(offset, path) })),
      ],
      place: (path) => place(nodeAt(path).offset, path),
      keyPlace: (path) => place(keyOffset(nodeAt(path)), path),
    },
  };
}

/** A document whose places are computed on demand: usually only the value is needed. */
function plainDocument(file: string, text: string, value: unknown): JsonDocument {
  const place = placer(file, text);
  let nodes: JsonNodes | undefined;
  const nodeAt = (path: JsonPath) => {
    const root = nodes ? undefined : parseTree(text);
    if (root) nodes = jsonNodes(root);
    return nodes?.nodeAt(path);
  };
  return {
    file,
    value,
    oddities: [],
    place: (path) => placeOnDemand(file, path, () => place(nodeAt(path)?.offset ?? 0, path)),
    keyPlace: (path) => place(keyOffset(nodeAt(path)), path),
  };
}

/** A place whose line and column are found when they are read: that parses the text again, and trust needs only the path. */
function placeOnDemand(file: string, path: JsonPath, find: () => SourcePlace): SourcePlace {
  let found: SourcePlace | undefined;
  const place = () => {
    found ??= find();
    return found;
  };
  return {
    file,
    path: pathText(path),
    get line() {
      return place().line;
    },
    get column() {
      return place().column;
    },
  };
}

const keyOffset = (node: Node | undefined): number =>
  (node?.parent?.type === "property" ? node.parent.offset : node?.offset) ?? 0;

/** Whether a text surely has no repeated key and no half character; if unsure, the nodes are checked. */
const hasNoOddity = (value: unknown, text: string): boolean =>
  text.isWellFormed() &&
  !/\\u[dD]/.test(text) &&
  countKeys(value) === (text.match(/"\s*:/g)?.length ?? 0);

function countKeys(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const inner = Object.values(value);
  const own = Array.isArray(value) ? 0 : inner.length;
  return inner.reduce<number>((sum, one) => sum + countKeys(one), own);
}

/** C5: we accept comments and trailing commas; other hosts do not. */
const relaxedJson = {
  code: "relaxed-json",
  level: "warning",
  message: "the file has comments or trailing commas; Claude Code ignores such a file",
  advice: "remove them if Claude Code reads this file too",
} as const;

const repeatedKey = {
  code: "repeated-key",
  level: "error",
  message: "the same key appears again below, and only the last one is used",
  advice: "merge the two, or remove this one",
} as const;

const loneSurrogate = {
  code: "broken-character",
  level: "warning",
  message: "the text contains half a character (a lone surrogate); programs receive it as \uFFFD",
  advice: "write the whole character",
} as const;

/** The offset at which a text is nested deeper than allowed; found without recursion. */
function offsetBelow(text: string, limit: number): number | undefined {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (scanner.scan(); scanner.getTokenOffset() < text.length; scanner.scan()) {
    const first = text[scanner.getTokenOffset()];
    if (first === "[" || first === "{") depth++;
    else if (first === "]" || first === "}") depth--;
    if (depth > limit) return scanner.getTokenOffset();
  }
  return undefined;
}

function parseStrictly(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function isShallow(value: unknown, limit: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return limit > 0 && Object.values(value).every((inner) => isShallow(inner, limit - 1));
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

/** `hooks.PreToolUse[0].hooks[1]`; a key with special characters is quoted, a very long one cut. */
export const pathText = (path: JsonPath): string =>
  path
    .map((step) => {
      if (typeof step === "number") return `[${step}]`;
      const key = step.length > 100 ? `${step.slice(0, 100)}…` : step;
      return /^[^\s."'[\]]+$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
    })
    .join("")
    .replace(/^\./, "");

/** `CommaExpected` → `comma expected` */
const words = (code: string): string => code.replace(/(?<!^)([A-Z])/g, " $1").toLowerCase();
