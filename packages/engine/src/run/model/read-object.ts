/**
 * H2: the object in what a model answered: an object as it is, or a text that
 * is one, continues one after a given brace, or has one in a fence. Anything
 * else is handed on as it came, and is no answer.
 */
export function readObject(answer: unknown): unknown {
  if (typeof answer !== "string") return answer;
  const text = answer.trim();
  const fenced = /```[a-z]*\s*([\s\S]*?)```/i.exec(text)?.[1] ?? "";
  for (const candidate of [text, `{${text}`, fenced]) {
    const value = parsed(candidate);
    if (typeof value === "object") return value;
  }
  return answer;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
