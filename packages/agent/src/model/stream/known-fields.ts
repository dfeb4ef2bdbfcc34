type Fields = Readonly<Record<string, unknown>>;

/** The fields of a value that are numbers. */
export const numbersIn = (values: Fields): Fields =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === "number"));

/** The fields of a value that are texts. */
export const textsIn = (values: Fields): Fields =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === "string"));

/** The value of a JSON text; undefined if it is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
