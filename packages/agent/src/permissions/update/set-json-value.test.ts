import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { setJsonValue } from "./set-json-value.ts";

const add = (source: string) =>
  setJsonValue(source, ["permissions", "allow"], (list = []) => [...(list as string[]), "Bash(a)"]);

const commented = `// mine
{
  "model": "x", // keep
  /* and
     this */
  "permissions": {
    // why
    "allow": ["Edit"],
    "deny": [
      // never
      "Bash(rm:*)",
    ],
  },
}
`;

describe("G6 a change in a settings file", () => {
  it.each([
    ["{}\n", '{\n  "permissions": {\n    "allow": [\n      "Bash(a)"\n    ]\n  }\n}\n'],
    ['{"a":1}', '{"a":1,\n  "permissions": {\n    "allow": [\n      "Bash(a)"\n    ]\n  }}'],
    [
      '{\n\t"permissions": {\n\t\t"deny": []\n\t}\n}',
      '{\n\t"permissions": {\n\t\t"deny": [],\n\t\t"allow": [\n\t\t\t"Bash(a)"\n\t\t]\n\t}\n}',
    ],
    [
      '{"permissions": {"allow": ["x"]}}',
      '{"permissions": {"allow": [\n      "x",\n      "Bash(a)"\n    ]}}',
    ],
  ])("G6 %j", (before, after) => {
    expect(add(before)).toEqual({ ok: true, text: after });
  });

  it("G6 comments and commas are unchanged", () => {
    const edit = add(commented);
    const after = commented.replace(
      '"allow": ["Edit"]',
      '"allow": [\n      "Edit",\n      "Bash(a)"\n    ]',
    );
    expect(edit).toEqual({ ok: true, text: after });
  });

  it("G6 a list with comments in it is left alone, and that is reported", () => {
    const edit = setJsonValue(commented, ["permissions", "deny"], () => []);
    expect(edit).toEqual({ ok: false, problem: expect.stringContaining("permissions.deny") });
  });

  it.each([
    "",
    "[]",
    "nonsense",
    '{"a": }',
    '{"a": 1 "b": 2}',
    '{"a": [}',
    '{"a": "',
    '{"permissions": 3}',
    "{a: 1}",
  ])("G6 %j is left alone", (source) => {
    expect(add(source).ok).toBe(false);
  });

  it("G6 whatever the settings are, everything else keeps its value", () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue());
    const settings = fc
      .record({ permissions: fc.option(object, { nil: undefined }) })
      .chain(({ permissions }) =>
        object.map(
          (others): Record<string, unknown> =>
            permissions === undefined ? others : { ...others, permissions },
        ),
      );
    fc.assert(
      fc.property(settings, fc.constantFrom(undefined, 2, "\t"), (value, space) => {
        const { permissions = {}, ...others } = value;
        fc.pre(
          typeof permissions === "object" && permissions !== null && !Array.isArray(permissions),
        );
        const edit = setJsonValue(
          JSON.stringify(value, null, space),
          ["permissions", "allow"],
          () => ["x"],
        );
        if (!edit.ok) throw new Error(edit.problem);
        const after = JSON.parse(edit.text) as Record<string, unknown>;
        const expected = JSON.stringify({
          ...others,
          permissions: { ...permissions, allow: ["x"] },
        });
        expect(after).toEqual(JSON.parse(expected));
      }),
    );
  });
});
