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
  place(path: JsonPath): SourcePlace;
}

export type ReadJson =
  | { readonly ok: true; readonly document: JsonDocument }
  | { readonly ok: false; readonly place: SourcePlace; readonly message: string };

/** Parses JSON, with comments and trailing commas allowed (C5), and keeps positions. */
export function readJson(file: string, text: string): ReadJson {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error || !root) {
    const message = error ? printParseErrorCode(error.error) : "the file is empty";
    return { ok: false, place: placeAt(file, text, error?.offset ?? 0, []), message };
  }
  return {
    ok: true,
    document: {
      value: plainValue(root),
      place: (path) => placeAt(file, text, findNodeAtLocation(root, [...path])?.offset ?? 0, path),
    },
  };
}

function placeAt(file: string, text: string, offset: number, path: JsonPath): SourcePlace {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  return {
    file,
    line: before.split("\n").length,
    column: offset - lineStart + 1,
    path: pathText(path),
  };
}

/** `hooks.PreToolUse[0].hooks[1]` */
function pathText(path: JsonPath): string {
  return path
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`))
    .join("")
    .replace(/^\./, "");
}

/** The plain value of a node; of a key given twice the last counts, as in JSON.parse. */
function plainValue(node: Node): unknown {
  if (node.type === "array") return (node.children ?? []).map(plainValue);
  if (node.type !== "object") return node.value;
  return Object.fromEntries(
    (node.children ?? []).map(({ children: [key, value] = [] }) => [
      key?.value,
      value && plainValue(value),
    ]),
  );
}
