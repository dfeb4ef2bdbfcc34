import type { Place } from "./check-turn.ts";

/** The line a value stands on. */
export async function lineOf(text: string, place: Place): Promise<number | undefined> {
  const { document, lines, isNode } = await positions(text);
  const node = document.getIn(place, true);
  const start = isNode(node) ? node.range?.[0] : undefined;
  return start === undefined ? undefined : lines.linePos(start).line;
}

/** The line on which a text stops being JSON, as far as that can be told. */
export async function brokenLine(text: string): Promise<number | undefined> {
  const { document } = await positions(text);
  return document.errors[0]?.linePos?.[0].line;
}

/** Read by a parser that keeps positions, which knows JSON as a kind of YAML. */
async function positions(text: string) {
  const { isNode, LineCounter, parseDocument } = await import("yaml");
  const lines = new LineCounter();
  return { document: parseDocument(text, { lineCounter: lines, schema: "json" }), lines, isNode };
}
