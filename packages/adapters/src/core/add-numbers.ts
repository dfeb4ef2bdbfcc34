/** Adds the numbers of two objects of the same shape, at every depth. Lists are joined. */
export function addNumbers(one: object | undefined, other: object): object {
  if (one === undefined) return other;
  const before = new Map<string, unknown>(Object.entries(one));
  return Object.fromEntries(
    Object.entries(other).map(([key, value]) => [key, sum(before.get(key), value)]),
  );
}

function sum(one: unknown, other: unknown): unknown {
  if (typeof one === "number") return typeof other === "number" ? one + other : one;
  if (Array.isArray(one) && Array.isArray(other)) return [...one, ...other];
  const areObjects = typeof one === "object" && typeof other === "object";
  return areObjects && one !== null && other !== null ? addNumbers(one, other) : other;
}
