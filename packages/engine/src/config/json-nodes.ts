import type { Node } from "jsonc-parser";

type Path = readonly (string | number)[];

/** The position of a key or a text to report. */
interface NodeFinding {
  readonly offset: number;
  readonly path: Path;
}

/** A parsed tree as a plain value, with a lookup from paths to nodes. */
export interface JsonNodes {
  readonly value: unknown;
  /** The node at a path, or the nearest one above it that exists. */
  nodeAt(path: Path): Node;
  /** Keys that are repeated later in the same object, and so are ignored. */
  readonly repeated: readonly NodeFinding[];
  /** Texts that are not well-formed Unicode. */
  readonly broken: readonly NodeFinding[];
}

/** Reads a tree as JSON.parse does: the last of several equal keys wins, and has the place. */
export function jsonNodes(root: Node): JsonNodes {
  const repeated: NodeFinding[] = [];
  const broken: NodeFinding[] = [];
  const path: (string | number)[] = [];

  function plain(node: Node): unknown {
    if (node.type === "array") return (node.children ?? []).map((child, at) => below(at, child));
    if (node.type !== "object") {
      checkText(node);
      return node.value;
    }
    const entries = (node.children ?? []).map(({ children: [key, value] = [] }): Member => {
      if (key) checkText(key);
      const name = String(key?.value);
      return { name, key, value, plain: value && below(name, value) };
    });
    findRepeated(entries);
    // Not by assignment: a key may be called `__proto__`.
    return Object.fromEntries(entries.map((entry) => [entry.name, entry.plain]));
  }

  function below(step: string | number, child: Node): unknown {
    path.push(step);
    const value = plain(child);
    path.pop();
    return value;
  }

  function checkText(node: Node): void {
    if (typeof node.value === "string" && !node.value.isWellFormed())
      broken.push({ offset: node.offset, path: [...path] });
  }

  function findRepeated(entries: readonly Member[]): void {
    const last = new Map(entries.map((entry) => [entry.name, entry]));
    for (const entry of entries)
      if (entry.key && last.get(entry.name) !== entry)
        repeated.push({ offset: entry.key.offset, path: [...path, entry.name] });
  }

  /** The values of an object by their keys; of a key given twice the last. Made once: a file may have many keys. */
  const members = new Map<Node, ReadonlyMap<unknown, Node | undefined>>();
  function memberOf(node: Node, name: string): Node | undefined {
    let byName = members.get(node);
    if (!byName) {
      const pairs = node.type === "object" ? (node.children ?? []) : [];
      byName = new Map(pairs.map(({ children: [key, value] = [] }) => [key?.value, value]));
      members.set(node, byName);
    }
    return byName.get(name);
  }

  function nodeAt(wanted: Path): Node {
    let node = root;
    for (const step of wanted) {
      const child =
        typeof step === "number" && node.type === "array"
          ? node.children?.[step]
          : memberOf(node, String(step));
      if (!child) return node;
      node = child;
    }
    return node;
  }

  return { value: plain(root), nodeAt, repeated, broken };
}

interface Member {
  readonly name: string;
  readonly key: Node | undefined;
  readonly value: Node | undefined;
  readonly plain: unknown;
}
