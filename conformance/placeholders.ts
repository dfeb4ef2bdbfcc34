/** Values that differ from run to run, by their placeholder names. */
export type Variables = Readonly<Record<string, string>>;

type Values = Readonly<Record<string, string | undefined>>;

/** A value with the same function applied to every text in it, keys included. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([key, item]) => [change(key), mapTexts(item, change)]));
}

/** Replaces placeholders with their values. */
export const fill = <Value>(value: Value, variables: Values): Value =>
  mapTexts(value, (text) =>
    text.replace(/\{\{(\w+)\}\}/g, (name, key: string) => variables[key] ?? name),
  ) as Value;

const uuid = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;

/**
 * The reverse: replaces values with placeholders. A tool call keeps the number that the API gave it, `<tool_use1>`. Other
 * ids are numbered in order of appearance, `<uuid1>`, so use the same function for all hook inputs of one case.
 */
export function namer(variables: Variables): (value: unknown) => unknown {
  const ids = new Map<string, string>();
  const nameOfId = (id: string) => {
    const name = ids.get(id) ?? `<uuid${ids.size + 1}>`;
    ids.set(id, name);
    return name;
  };
  // The longest first: the hook's path begins with its folder's.
  const paths = Object.entries(variables).sort(([, one], [, other]) => other.length - one.length);
  const name = (text: string): string =>
    paths
      .reduce((all, [key, path]) => all.replaceAll(path, `{{${key}}}`), text)
      .replace(uuid, nameOfId)
      .replace(/\btoolu_0*([1-9]\d*)\b/g, "<tool_use$1>");
  return (value) => mapTexts(value, name);
}
