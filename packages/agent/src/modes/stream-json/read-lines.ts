/**
 * The lines of a stream of bytes, without line ends; the last line may lack one. Only a line feed ends a
 * line, because JSON may contain every other separator.
 */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  for await (const chunk of bytes) {
    const [first = "", ...others] = decoder.decode(chunk, { stream: true }).split("\n");
    parts.push(first);
    for (const other of others) {
      yield parts.join("");
      parts = [other];
    }
  }
  const last = parts.join("") + decoder.decode();
  if (last !== "") yield last;
}
