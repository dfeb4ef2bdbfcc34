/** The part of a JSON Schema that the protocol's schemas use. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  /** Usual words of a text that may be any other, too. */
  readonly examples?: readonly unknown[];
}

const scalars: Readonly<Record<string, string>> = {
  string: "string",
  number: "number",
  integer: "number",
  boolean: "boolean",
  null: "null",
};

/** The TypeScript type of what a schema accepts. */
export function typeOf(schema: JsonSchema): string {
  const { $ref, type, items, properties, examples } = schema;
  const options = schema.anyOf ?? schema.oneOf;
  const literals = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf("/") + 1);
  if (options) return options.map(typeOf).join(" | ");
  if (literals) return words(literals);
  if (type === "array") return `readonly (${typeOf(items ?? {})})[]`;
  if (type === "object") return properties ? fieldsOf(schema) : "Readonly<Record<string, unknown>>";
  if (type === "string" && examples) return `Known<${words(examples)}>`;
  if (type === undefined) return "unknown";
  const known = [type].flat().map((one) => scalars[one]);
  if (known.includes(undefined)) throw new Error(`no TypeScript for ${JSON.stringify(schema)}`);
  return known.join(" | ");
}

/** The fields of an object in braces, each with its description; `only` names those wanted. */
export function fieldsOf(
  { properties = {}, required = [] }: JsonSchema,
  only: readonly string[] = Object.keys(properties),
): string {
  const fields = only.map((name) => {
    const field = properties[name];
    if (field === undefined) throw new Error(`no field ${name} in the schema`);
    const key = /^[\w$]+$/.test(name) ? name : JSON.stringify(name);
    const value = typeOf(field);
    const optional = required.includes(name) ? ": " : "?: ";
    const orLeftOut = required.includes(name) || value === "unknown" ? "" : " | undefined";
    return `${comment(field.description)}readonly ${key}${optional}${value}${orLeftOut};\n`;
  });
  return `{\n${fields.join("")}}`;
}

const words = (literals: readonly unknown[]): string =>
  literals.map((literal) => JSON.stringify(literal)).join(" | ");

export const comment = (text: string | undefined): string =>
  text === undefined ? "" : `/** ${text} */\n`;
