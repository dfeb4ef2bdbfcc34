import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type JsonDocument, pathText, readJson } from "./json-document.ts";

function read(text: string): JsonDocument {
  const json = readJson("settings.json", text);
  if (!json.ok) throw new Error(json.message);
  return json.document;
}

describe("readJson", () => {
  it.each([
    [["a"], 2, 8, "a"],
    [["list", 1], 3, 17, "list[1]"],
    [["list", 2, "deep"], 4, 14, "list[2].deep"],
    [["list", 2, "none", "below"], 4, 5, "list[2].none.below"],
    [["list", 9], 3, 11, "list[9]"],
    [[], 1, 1, ""],
  ])("C5 the value at %j has its line and column", (path, line, column, shown) => {
    const document = read('{\r\n  "a": 1,\r\n  "list": ["ä", 2,\r\n    {"deep": 3}]\r\n}');
    expect(document.place(path)).toEqual({ file: "settings.json", line, column, path: shown });
  });

  it("C5 a key has its own place", () => {
    const document = read('{\n  "a": {\n    "b":\n      1}}');
    expect(document.place(["a", "b"])).toMatchObject({ line: 4, column: 7 });
    expect(document.keyPlace(["a", "b"])).toMatchObject({ line: 3, column: 5, path: "a.b" });
  });

  it("C5 keys that would be misread are in quotes, long ones are cut", () => {
    expect(pathText(["a.b", 0, "", "c d", "PreToolUse:Edit|Write"])).toBe(
      '["a.b"][0][""]["c d"].PreToolUse:Edit|Write',
    );
    expect(pathText(["x".repeat(1000)]).length).toBeLessThan(120);
  });

  it.each([
    ['{"a": 1,, "b": 2}', 1, 9],
    ['{\n"a" 1}', 2, 5],
    ['{"a": "x\ny"}', 1, 7],
    ['{"a": 1', 1, 8],
  ])("C5 the error for %j has the right place", (text, line, column) => {
    expect(readJson("f", text)).toMatchObject({ ok: false, place: { line, column } });
  });

  it("C5 any JSON is read as JSON.parse reads it, without findings", () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(undefined, 2), (json, indent) => {
        const text = JSON.stringify(JSON.parse(json), undefined, indent);
        const document = read(text);
        expect(document.value).toEqual(JSON.parse(text));
        expect(document.oddities.filter(({ code }) => code !== "broken-character")).toEqual([]);
      }),
    );
  });
});
