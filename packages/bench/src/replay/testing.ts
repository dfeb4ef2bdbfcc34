/** Lines of a transcript as Claude Code writes them, for a session in `cwd`. */
export function claudeTranscript(cwd: string, session = "session-1") {
  let count = 0;
  const line = (type: string, content: unknown, more: object = {}) =>
    JSON.stringify({
      type,
      uuid: `${session}-${count++}`,
      sessionId: session,
      cwd,
      message: { role: type, content },
      ...more,
    });
  return {
    prompt: (text: string, more: object = {}) => line("user", text, more),
    call: (name: string, input: object, more: object = {}) =>
      line("assistant", [{ type: "tool_use", id: `call-${count}`, name, input }], more),
    result: (text: string) =>
      line("user", [{ type: "tool_result", tool_use_id: `call-${count}`, content: text }]),
  };
}

export const asLines = (...lines: readonly string[]): string =>
  lines.map((line) => `${line}\n`).join("");
