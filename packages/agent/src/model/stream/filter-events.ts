import type { Clock } from "@snaphook/engine/internal";
import type { EventReader } from "./event-reader.ts";
import type { SilenceLimit } from "./silence-limit.ts";
import { eventSplitter } from "./split-events.ts";

/** How long a server may take to close a stream whose answer is complete; then the connection can be used again. */
const closeMs = 1000;

/**
 * Passes on the events of a stream as its reader returns them. It ends with the event that completes the
 * answer: what the server does after that, a reset or silence, is of no interest.
 */
export function filterEvents(
  body: ReadableStream<Uint8Array>,
  read: EventReader,
  { clock, silence }: { readonly clock: Clock; readonly silence: SilenceLimit },
): ReadableStream<Uint8Array> {
  const source = body.getReader();
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const events = eventSplitter();
  /** Passes on the events that are in the next piece. */
  const passOn = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const { done, value } = await source.read();
    silence.restart();
    const texts = done
      ? [...events.add(decoder.decode()), ...events.end()]
      : events.add(decoder.decode(value, { stream: true }));
    let count = 0;
    for (const text of texts) {
      const { pass, isLast } = read(text);
      for (const event of pass) controller.enqueue(encoder.encode(eventText(event)));
      if (isLast) return { isOver: true, isClosed: done, count };
      count += pass.length;
    }
    return { isOver: done, isClosed: done, count };
  };
  /** Until there was at least one event: a stream is not asked again before that. */
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    let passed = await passOn(controller);
    while (passed.count === 0 && !passed.isOver) passed = await passOn(controller);
    if (!passed.isOver) return;
    silence.end();
    controller.close();
    if (!passed.isClosed) drain(source, clock);
  };
  return new ReadableStream({
    pull: (controller) =>
      pull(controller).catch((error: unknown) => {
        silence.end();
        source.cancel(error).catch(() => {});
        throw silence.signal.aborted ? silence.signal.reason : error;
      }),
    async cancel(reason) {
      silence.end();
      await source.cancel(reason);
    },
  });
}

const eventText = (event: object | string): string =>
  `data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`;

/** Reads the rest of a stream, so that its connection can be used again. */
function drain(source: ReadableStreamDefaultReader<Uint8Array>, clock: Clock): void {
  const giveUp = clock.after(closeMs, () => source.cancel().catch(() => {}), { idle: true });
  const readOn = async (): Promise<void> => {
    while (!(await source.read()).done);
  };
  readOn()
    .catch(() => {})
    .finally(giveUp);
}
