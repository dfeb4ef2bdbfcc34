type Fields = Readonly<Record<string, unknown>>;

/** The input for a tool, or the first field that is missing in the hook's input. */
export type Filled = { readonly value: Fields } | { readonly missing: string };

/** H5: `${path}` is taken from the hook's input; one that is the whole value keeps its JSON type. */
export function fillInput(template: Fields, input: Fields): Filled {
  let missing: string | undefined;
  const lookUp = (path: string): unknown => {
    const found = fieldAt(input, path);
    if (found === undefined) missing ??= path;
    return found;
  };
  const fill = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fill(one)]));
    if (typeof value !== "string") return value;
    const whole = /^\$\{([^}]+)\}$/.exec(value)?.[1];
    if (whole !== undefined) return lookUp(whole);
    return value.replaceAll(/\$\{([^}]+)\}/g, (_, path: string) => {
      const found = lookUp(path);
      return typeof found === "string" ? found : JSON.stringify(found);
    });
  };
  const value = fill(template) as Fields;
  return missing === undefined ? { value } : { missing };
}

/** The value at `tool_input.items.0.name`; undefined where there is none. */
const fieldAt = (input: Fields, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>(
      (value, key) =>
        typeof value === "object" && value !== null && Object.hasOwn(value, key)
          ? (value as Record<string, unknown>)[key]
          : undefined,
      input,
    );
