import type { Document, Node } from "yaml";
import { depthLimit, type JsonPath, pathText, type ReadJson } from "./json-document.ts";
import { yamlProblem } from "./yaml-problem.ts";

/** More than any front matter needs; YAML takes long to parse. */
const sizeLimit = 64 * 1024;
/** How many values a document may have once its aliases are expanded. */
const valueLimit = 20_000;

/**
 * Parses YAML that starts after `lineOffset` lines of its file, and keeps
 * positions. Size, depth and aliases are bounded. Never throws.
 */
export async function readYaml(file: string, text: string, lineOffset: number): Promise<ReadJson> {
  const library = await import("yaml");
  const lines = new library.LineCounter();
  const placeAt = (offset: number, path: JsonPath) => {
    const { line, col } = lines.linePos(offset);
    // The counter returns zeros until it has seen a line.
    const at = { line: Math.max(line, 1) + lineOffset, column: Math.max(col, 1) };
    return { file, ...at, path: pathText(path) };
  };
  const failure = (offset: number, message: string): ReadJson => ({
    ok: false,
    place: placeAt(offset, []),
    message,
  });
  if (text.length > sizeLimit) return failure(0, `the YAML is longer than ${sizeLimit / 1024} KiB`);
  try {
    const yaml = library.parseDocument(text, { lineCounter: lines, prettyErrors: false });
    const [error] = yaml.errors;
    if (error) return failure(error.pos[0], yamlProblem(error));
    const value = expandAliases(yaml.toJS({ maxAliasCount: 100 }));
    const { nodeAt, keyAt } = finder(yaml, library);
    const start = (node: Node | undefined) => node?.range?.[0] ?? 0;
    return {
      ok: true,
      document: {
        file,
        value,
        oddities: [],
        place: (path) => placeAt(start(nodeAt(path)), path),
        keyPlace: (path) => placeAt(start(keyAt(path) ?? nodeAt(path)), path),
      },
    };
  } catch (error) {
    // The parser recurses once per level, and aliases are resolved after parsing.
    const message = error instanceof RangeError ? "nested too deeply" : String(error);
    return failure(0, message.replace(/^\w*Error: /, ""));
  }
}

/** Finds the nodes of the value and of the key at a path. */
function finder(yaml: Document, { isMap, isNode, isScalar }: typeof import("yaml")) {
  return {
    /** The node at a path, or the nearest one above it that exists. */
    nodeAt(path: JsonPath): Node | undefined {
      for (let length = path.length; length > 0; length--) {
        const node = yaml.getIn(path.slice(0, length), true);
        if (isNode(node) && node.range) return node;
      }
      return undefined;
    },
    keyAt(path: JsonPath): Node | undefined {
      const parent = path.length > 1 ? yaml.getIn(path.slice(0, -1), true) : yaml.contents;
      if (!isMap(parent)) return undefined;
      const wanted = String(path.at(-1));
      const pair = parent.items.find(({ key }) => isScalar(key) && String(key.value) === wanted);
      return isNode(pair?.key) ? pair.key : undefined;
    },
  };
}

/** A copy without shared parts, so that a document cannot grow endlessly or contain itself. */
function expandAliases(value: unknown): unknown {
  let left = valueLimit;
  function copy(from: unknown, depth: number): unknown {
    if (left-- <= 0) throw new Error(`more than ${valueLimit} values once aliases are expanded`);
    if (depth > depthLimit) throw new Error(`nested deeper than ${depthLimit} levels`);
    if (Array.isArray(from)) return from.map((item) => copy(item, depth + 1));
    if (typeof from !== "object" || from === null) return from;
    return Object.fromEntries(
      Object.entries(from).map(([key, item]) => [key, copy(item, depth + 1)]),
    );
  }
  return copy(value, 0);
}
