/** What a tool keeps in the memory of its session, made when it is first asked for. */
export function remembered<Value>(
  memory: Map<string, unknown>,
  key: string,
  make: () => Value,
): Value {
  if (!memory.has(key)) memory.set(key, make());
  return memory.get(key) as Value;
}
