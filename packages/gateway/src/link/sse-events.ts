/** An event of a stream of server-sent events. */
export interface SseEvent {
  readonly data: string;
  readonly id: string | undefined;
  /** How long to wait before the stream is opened again, in milliseconds. */
  readonly retryMs: number | undefined;
}

/** Reads the events of a stream, as the HTML standard has it. An unfinished event at the end is dropped. */
export async function* sseEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<SseEvent> {
  let fields: (readonly [name: string, value: string])[] = [];
  for await (const line of linesOf(body)) {
    const [, name = "", value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (line !== "") fields.push([name, value]);
    else if (fields.length > 0) {
      yield eventOf(fields);
      fields = [];
    }
  }
}

function eventOf(fields: readonly (readonly [name: string, value: string])[]): SseEvent {
  const valuesOf = (wanted: string) =>
    fields.flatMap(([name, value]) => (name === wanted ? [value] : []));
  const retry = valuesOf("retry").findLast((value) => /^\d+$/.test(value));
  return {
    data: valuesOf("data").join("\n"),
    id: valuesOf("id").findLast((value) => !value.includes("\0")),
    retryMs: retry === undefined ? undefined : Number(retry),
  };
}

async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true });
    // A CR at the end may be half of a CRLF.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    yield* lines;
  }
}
