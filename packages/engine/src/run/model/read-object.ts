/**
 * H2: the object in a model's answer: an object, or a text that is one, is one
 * without its opening brace, or has one in a fence. Anything else is returned
 * unchanged, and is not an answer.
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
