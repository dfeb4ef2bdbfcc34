/** A value that a tool keeps in the memory of its session; created on first use. */
export function getOrCreate<Value>(
  memory: Map<string, unknown>,
  key: string,
  make: () => Value,
): Value {
  if (!memory.has(key)) memory.set(key, make());
  return memory.get(key) as Value;
}
