/**
 * An object that code or a host handed over, as it would be after printing and
 * reading it: plain data that nobody can change any more and whose reading
 * cannot throw. `undefined`: not an object, or nothing that can be printed.
 */
export function asPrinted(value: unknown): Readonly<Record<string, unknown>> | undefined {
  try {
    const copy: unknown = JSON.parse(JSON.stringify(value));
    const isObject = typeof copy === "object" && copy !== null && !Array.isArray(copy);
    return isObject ? (copy as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
