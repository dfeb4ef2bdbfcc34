import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasRepeatedKey, membersOf, spanAt, withValue } from "./json-text.ts";

const text =
  '{ "id": 12345678901234567890, "params": {"name":"a", "arguments" : {"x":[1,{"y":"}"}]} } }';

describe("JSON texts", () => {
  it("finds the text of a value", () => {
    const span = spanAt(text, ["params", "arguments"]);
    expect(text.slice(span?.start, span?.end)).toBe('{"x":[1,{"y":"}"}]}');
    expect(spanAt(text, ["params", "none"])).toBeUndefined();
    expect(spanAt("[1]", ["params"])).toBeUndefined();
  });

  it("replaces a value and leaves every other byte", () => {
    expect(withValue(text, ["params", "arguments"], { z: 1 })).toBe(
      '{ "id": 12345678901234567890, "params": {"name":"a", "arguments" : {"z":1} } }',
    );
  });

  it("adds a member that is missing, and removes one", () => {
    expect(withValue('{"params":{}}', ["params", "arguments"], {})).toBe(
      '{"params":{"arguments":{}}}',
    );
    expect(withValue('{"r":{"a":1}}', ["r", "b"], 2)).toBe('{"r":{"b":2,"a":1}}');
    expect(withValue('{"a":1, "b":2}', ["b"], undefined)).toBe('{"a":1}');
    expect(withValue('{"a":1, "b":2}', ["a"], undefined)).toBe('{"b":2}');
    expect(withValue('{"a":1}', ["a"], undefined)).toBe("{}");
  });

  it("any object: members cover what JSON.parse finds", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.constantFrom(0, 1, 3),
        (value, indent) => {
          const json = JSON.stringify(value, null, indent);
          const read = membersOf(json).map(({ key, start, end }) => [
            key,
            JSON.parse(json.slice(start, end)),
          ]);
          expect(Object.fromEntries(read)).toEqual(JSON.parse(json));
          expect(hasRepeatedKey(json, JSON.parse(json))).toBe(false);
        },
      ),
    );
  });

  it("any value: replacing it is the same as replacing it in the parsed object", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.string(),
        fc.jsonValue(),
        (value, key, next) => {
          const changed = JSON.parse(withValue(JSON.stringify(value), [key], next));
          expect(changed).toEqual(JSON.parse(JSON.stringify({ ...value, [key]: next })));
        },
      ),
    );
  });

  it.each([
    ['{"a":1,"a":2}', true],
    ['{"a":{"b":1,"b":[]}}', true],
    ['[{"a":":"},{"a":"\\\\"}]', false],
    ['{"\\u0061":1,"a":2}', true],
  ])("finds repeated keys in %s: %s", (json, repeated) => {
    expect(hasRepeatedKey(json, JSON.parse(json))).toBe(repeated);
  });
});
