import { isObject } from "@snaphook/engine/internal";

/** A field of the form that an MCP server asks for (`requestedSchema`). */
export interface FormField {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly isRequired: boolean;
  readonly type: FieldType;
  readonly first: unknown;
}

export type FieldType =
  | {
      readonly kind: "text";
      readonly format: string | undefined;
      readonly minLength: number | undefined;
      readonly maxLength: number | undefined;
      readonly pattern: string | undefined;
    }
  | {
      readonly kind: "number";
      readonly isInteger: boolean;
      readonly minimum: number | undefined;
      readonly maximum: number | undefined;
    }
  | { readonly kind: "boolean" }
  | { readonly kind: "choice"; readonly options: readonly FieldOption[] }
  | {
      readonly kind: "choices";
      readonly options: readonly FieldOption[];
      readonly minItems: number | undefined;
      readonly maxItems: number | undefined;
    }
  /** Anything else is written as JSON. */
  | { readonly kind: "json" };

export interface FieldOption {
  readonly value: unknown;
  readonly label: string;
}

/** The fields of a schema, in its order. A schema that is not one of an object has none. */
export function formFields(schema: unknown): readonly FormField[] {
  const { properties, required } = isObject(schema) ? schema : {};
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(isObject(properties) ? properties : {}).map(([name, value]) => {
    const property = isObject(value) ? value : {};
    return {
      name,
      title: textOf(property["title"]) ?? name,
      description: textOf(property["description"]) ?? "",
      isRequired: needed.includes(name),
      type: typeOf(property),
      first: property["default"],
    };
  });
}

type Property = Readonly<Record<string, unknown>>;

function typeOf(property: Property): FieldType {
  const options = optionsOf(property);
  if (options) return { kind: "choice", options };
  switch (property["type"]) {
    case "string":
      return {
        kind: "text",
        format: textOf(property["format"]),
        minLength: numberOf(property["minLength"]),
        maxLength: numberOf(property["maxLength"]),
        pattern: textOf(property["pattern"]),
      };
    case "number":
    case "integer":
      return {
        kind: "number",
        isInteger: property["type"] === "integer",
        minimum: numberOf(property["minimum"]),
        maximum: numberOf(property["maximum"]),
      };
    case "boolean":
      return { kind: "boolean" };
    case "array":
      return listOf(property);
    default:
      return { kind: "json" };
  }
}

function listOf({ items, minItems, maxItems }: Property): FieldType {
  const options = isObject(items) ? optionsOf(items) : undefined;
  return options
    ? { kind: "choices", options, minItems: numberOf(minItems), maxItems: numberOf(maxItems) }
    : { kind: "json" };
}

/** `enum` with names for people beside it, or `oneOf` and `anyOf` of constants with titles. */
function optionsOf(property: Property): readonly FieldOption[] | undefined {
  const { enum: values, enumNames } = property;
  if (Array.isArray(values)) {
    const names: readonly unknown[] = Array.isArray(enumNames) ? enumNames : [];
    return values.map((value: unknown, index) => ({
      value,
      label: textOf(names[index]) ?? String(value),
    }));
  }
  const variants = property["oneOf"] ?? property["anyOf"];
  if (!Array.isArray(variants) || variants.length === 0) return undefined;
  const isConstants = variants.every((one) => isObject(one) && "const" in one);
  if (!isConstants) return undefined;
  return variants.map((one: Property) => ({
    value: one["const"],
    label: textOf(one["title"]) ?? String(one["const"]),
  }));
}

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

const numberOf = (value: unknown): number | undefined =>
  typeof value === "number" ? value : undefined;
