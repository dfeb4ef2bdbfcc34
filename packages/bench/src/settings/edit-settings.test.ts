import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { setValue } from "./edit-settings.ts";
import { removeValue } from "./remove-value.ts";

describe("setValue", () => {
  it("C9 keeps the layout of everything else: short lists, comments, a file of one line", () => {
    const compact = '{\n  "a": [1,2 ,3] // three\n}\n';
    expect(setValue(compact, ["b"], true)).toBe('{\n  "a": [1,2 ,3], // three\n  "b": true\n}\n');
    expect(setValue('{"a": [1,2 ,3]}', ["a", 3], { b: [1] })).toBe('{"a": [1,2 ,3, { "b": [1] }]}');
    expect(setValue("{\n\t// empty\n}", ["a", "b"], 1)).toBe(
      '{\n\t// empty\n\t"a": {\n\t\t"b": 1\n\t}\n}',
    );
    expect(setValue('{\n  "a": 1,\n}', ["b"], 2)).toBe('{\n  "a": 1,\n  "b": 2\n}');
    expect(setValue('{ "a": 1 }', ["a"], "x")).toBe('{ "a": "x" }');
    expect(setValue('{\r\n  "a": 1\r\n}\r\n', ["b"], {})).toBe(
      '{\r\n  "a": 1,\r\n  "b": {}\r\n}\r\n',
    );
    expect(JSON.parse(setValue('{ "a": 1, "b": 2 }', ["a"], undefined))).toEqual({ b: 2 });
  });

  it("changes nothing else, whatever the file holds: what was added can be removed again", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.stringMatching(/^[a-y]{1,4}$/), fc.jsonValue(), { minKeys: 1 }),
        fc.jsonValue(),
        fc.constantFrom(2, 4, "\t"),
        fc.constantFrom("\n", "\r\n"),
        (before, value, indent, eol) => {
          const text = JSON.stringify(before, null, indent).replaceAll("\n", eol);
          const after = setValue(text, ["zzz"], value);
          expect(JSON.parse(after)).toEqual(JSON.parse(JSON.stringify({ ...before, zzz: value })));
          expect(removeValue(after, ["zzz"])).toBe(text);
        },
      ),
    );
  });
});
