import fc from "fast-check";
import type { Key } from "ink";
import { describe, expect, it } from "vitest";
import { noKey } from "../../testing/keys.ts";
import { editField, fieldLine, fieldText, type TextField, textField } from "./text-field.ts";

const press = (field: TextField, typed: string, key: Partial<Key> = {}): TextField =>
  editField(field, typed, { ...noKey, ...key }) ?? field;

describe("editField", () => {
  it("inserts at the cursor, and moves over whole characters", () => {
    let field = textField("a👩‍💻c");
    field = press(field, "", { leftArrow: true });
    field = press(field, "", { leftArrow: true });
    field = press(field, "b");
    expect(fieldText(field)).toBe("ab👩‍💻c");
    field = press(press(field, "", { rightArrow: true }), "", { backspace: true });
    expect(fieldText(field)).toBe("abc");
  });

  it("has the keys of shells", () => {
    const field = press(textField("one two"), "a", { ctrl: true });
    expect(fieldText(press(field, "x"))).toBe("xone two");
    expect(fieldText(press(textField("one"), "u", { ctrl: true }))).toBe("");
    expect(fieldText(press(field, "k", { ctrl: true }))).toBe("");
  });

  it("shows control characters, and never runs them", () => {
    const row = fieldLine(textField("a\u001B[2Jb"), true);
    expect(row.map(({ text }) => text).join("")).toBe("a\\x1b[2Jb ");
  });

  it("keeps the cursor inside the text", () => {
    const keys = ["leftArrow", "rightArrow", "home", "end", "backspace"] as const;
    const step = fc.oneof(
      fc.constantFrom(...keys).map((name) => ({ typed: "", key: { [name]: true } })),
      fc.string({ unit: "grapheme", maxLength: 5 }).map((typed) => ({ typed, key: {} })),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let field = textField();
        for (const { typed, key } of steps) field = press(field, typed, key);
        expect(field.cursor).toBeGreaterThanOrEqual(0);
        expect(field.cursor).toBeLessThanOrEqual(field.characters.length);
        expect(fieldText(field)).not.toMatch(/[\r\n]/);
      }),
    );
  });
});
