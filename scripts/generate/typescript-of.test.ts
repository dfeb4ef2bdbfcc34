import { describe, expect, it } from "vitest";
import { fieldsOf, typeOf } from "./typescript-of.ts";

describe("the TypeScript of a JSON Schema", () => {
  it.each([
    [{}, "unknown"],
    [{ type: "string" }, "string"],
    [{ type: "integer" }, "number"],
    [{ type: ["string", "null"] }, "string | null"],
    [{ type: "string", examples: ["a", "b"] }, 'Known<"a" | "b">'],
    [{ type: "string", enum: ["a", "b"] }, '"a" | "b"'],
    [{ type: "string", const: "a" }, '"a"'],
    [{ anyOf: [{ type: "string" }, { type: "null" }] }, "string | null"],
    [{ type: "array", items: { type: "string" } }, "readonly (string)[]"],
    [{ type: "object" }, "Readonly<Record<string, unknown>>"],
    [{ $ref: "#/$defs/Name" }, "Name"],
  ])("%j is %s", (schema, type) => {
    expect(typeOf(schema)).toBe(type);
  });

  it("an optional field may be undefined, and has its description", () => {
    const properties = {
      a: { type: "string", description: "First." },
      "-b": { type: "number" },
      c: {},
    };
    expect(fieldsOf({ properties, required: ["a"] })).toBe(
      '{\n/** First. */\nreadonly a: string;\nreadonly "-b"?: number | undefined;\nreadonly c?: unknown;\n}',
    );
    expect(fieldsOf({ properties }, ["c"])).toBe("{\nreadonly c?: unknown;\n}");
  });

  it("a schema without a TypeScript type is an error, not a guess", () => {
    expect(() => typeOf({ type: "date" })).toThrow('no TypeScript for {"type":"date"}');
    expect(() => fieldsOf({ properties: {} }, ["x"])).toThrow("no field x");
  });
});
