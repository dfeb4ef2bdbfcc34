import type { JsonPath, ReadJson } from "./json-document.ts";

/** Parses YAML that starts after `lineOffset` lines of its file, and keeps positions. */
export async function readYaml(file: string, text: string, lineOffset: number): Promise<ReadJson> {
  const { LineCounter, parseDocument, isNode } = await import("yaml");
  const lines = new LineCounter();
  const yaml = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const placeAt = (offset: number, path: JsonPath) => {
    const { line, col } = lines.linePos(offset);
    const shown = path
      .map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`))
      .join("");
    return { file, line: line + lineOffset, column: col, path: shown.replace(/^\./, "") };
  };
  const [error] = yaml.errors;
  if (error) return { ok: false, place: placeAt(error.pos[0], []), message: error.message };
  const place = (path: JsonPath) => {
    for (let length = path.length; length > 0; length--) {
      const node = yaml.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return placeAt(node.range[0], path);
    }
    return placeAt(0, path);
  };
  const value: unknown = yaml.toJS({ maxAliasCount: 100 });
  return { ok: true, document: { value, relaxed: false, place, keyPlace: place } };
}
