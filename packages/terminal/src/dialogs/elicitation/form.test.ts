import fc from "fast-check";
import type { Key } from "ink";
import { describe, expect, it } from "vitest";
import { noKey } from "../../testing/keys.ts";
import { formFields } from "./form-field.ts";
import { type FormResult, type FormState, firstForm, pressFormKey } from "./form-state.ts";
import { readValue } from "./read-value.ts";

const schema = {
  type: "object",
  properties: {
    name: { type: "string", title: "Name", minLength: 2, maxLength: 5 },
    age: { type: "integer", minimum: 18, maximum: 99 },
    news: { type: "boolean", default: false },
    color: { type: "string", enum: ["r", "b"], enumNames: ["Red", "Blue"] },
    sizes: { type: "array", items: { anyOf: [{ const: "s", title: "Small" }, { const: "l" }] } },
  },
  required: ["name", "color"],
};
const fields = formFields(schema);

const field = (name: string) => {
  const found = fields.find((one) => one.name === name);
  if (!found) throw new Error(name);
  return found;
};
const textValue = (property: object, text: string) => {
  const [one] = formFields({ properties: { one: property } });
  return one && readValue(one, { text, chosen: [] });
};

describe("formFields", () => {
  it("reads the types that MCP servers ask for", () => {
    expect(fields.map(({ type }) => type.kind)).toEqual([
      "text",
      "number",
      "boolean",
      "choice",
      "choices",
    ]);
    expect(field("color")).toMatchObject({
      isRequired: true,
      type: { options: [{ value: "r", label: "Red" }, { label: "Blue" }] },
    });
  });

  it("anything else is written as JSON, and nothing fails", () => {
    expect(formFields({ properties: { a: { type: "object" }, b: null } })).toMatchObject([
      { type: { kind: "json" } },
      { type: { kind: "json" } },
    ]);
    fc.assert(fc.property(fc.jsonValue(), (value) => formFields(value).length >= 0));
  });
});

describe("readValue", () => {
  it.each([
    [{ type: "string", format: "email" }, "me@example.com", "me"],
    [{ type: "string", format: "uri" }, "https://example.com", "example"],
    [{ type: "string", format: "date" }, "2026-02-28", "2026-02-31"],
    [{ type: "string", format: "date-time" }, "2026-02-28T10:00:00Z", "tomorrow"],
    [{ type: "string", pattern: "^[a-z]+$" }, "abc", "123"],
    [{ type: "string", minLength: 3 }, "abc", "ab"],
    [{ type: "string", maxLength: 3 }, "漢字漢", "abcd"],
    [{ type: "integer" }, "12", "1.5"],
    [{ type: "number", minimum: 1 }, "1.5", "0"],
    [{ type: "number", maximum: 1 }, "-1", "2"],
    [{ type: "object" }, '{"a":1}', "a"],
  ])("%j accepts %s, not %s", (property, right, wrong) => {
    expect(textValue(property, right)).toMatchObject({ ok: true, value: expect.anything() });
    expect(textValue(property, wrong)).toMatchObject({ ok: false, problem: expect.any(String) });
  });

  it("an empty field is left out, unless it is required", () => {
    expect(readValue(field("age"), { text: " ", chosen: [] })).toEqual({ ok: true });
    expect(readValue(field("name"), { text: "", chosen: [] })).toMatchObject({ ok: false });
  });
});

type Press = string | Partial<Key>;

function fill(...presses: readonly Press[]): FormState | FormResult {
  let state = firstForm(fields);
  for (const press of presses) {
    const [typed, key] = typeof press === "string" ? [press, {}] : ["", press];
    const step = pressFormKey(fields, state, typed, { ...noKey, ...key });
    if (step.do === "done") return step.result;
    state = step.state;
  }
  return state;
}

const enter = { return: true };
const down = { downArrow: true };
const right = { rightArrow: true };

describe("the form", () => {
  it("is filled in field by field, and sent", () => {
    expect(fill("Anna", enter, "42", enter, enter, right, enter, " ", enter, enter)).toEqual({
      action: "accept",
      content: { name: "Anna", age: 42, news: false, color: "b", sizes: ["s"] },
    });
  });

  it("says what is wrong with a field, and stays there", () => {
    const short = fill("A", enter);
    if ("action" in short) throw new Error("the form was sent");
    expect(short.row).toBe(0);
    expect(short.fields[0]?.problem).toContain("at least 2");
    expect(fill("Anna", down, "x", down, down, down, down, enter)).toMatchObject({ row: 1 });
  });

  it("can be declined and cancelled", () => {
    expect(fill({ upArrow: true }, enter)).toEqual({ action: "decline" });
    expect(fill("a", { escape: true })).toEqual({ action: "cancel" });
  });

  it("whatever is pressed: what is sent is valid", () => {
    const press = fc.constantFrom<Press>(
      ..."a1 ",
      enter,
      down,
      right,
      { tab: true },
      { upArrow: true },
    );
    fc.assert(
      fc.property(fc.array(press, { maxLength: 40 }), (presses) => {
        const result = fill(...presses);
        if (!("action" in result) || result.action !== "accept") return;
        const { name, age, color } = result.content;
        expect(String(name).length).toBeGreaterThanOrEqual(2);
        expect(["r", "b"]).toContain(color);
        if (age !== undefined) expect(age).toBeGreaterThanOrEqual(18);
      }),
    );
  });
});
