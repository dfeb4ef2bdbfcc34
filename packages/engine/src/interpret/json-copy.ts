/**
 * A copy of an object as JSON: plain data that the caller cannot change later and
 * that is safe to read. `undefined` if it is not an object or not valid JSON.
 */
export function jsonCopy(value: unknown): Readonly<Record<string, unknown>> | undefined {
  try {
    const copy: unknown = JSON.parse(JSON.stringify(value));
    const isObject = typeof copy === "object" && copy !== null && !Array.isArray(copy);
    return isObject ? (copy as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
