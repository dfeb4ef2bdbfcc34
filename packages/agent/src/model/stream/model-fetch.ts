import type { Clock } from "@snaphook/engine/internal";
import type { EventReader } from "./event-reader.ts";
import { filterEvents } from "./filter-events.ts";
import { ServerError } from "./server-error.ts";
import { serverMessage } from "./server-message.ts";
import { type SilenceLimits, silenceLimit } from "./silence-limit.ts";

/** How requests to a model's server are sent. */
export interface Connection {
  readonly send: typeof fetch;
  readonly clock: Clock;
  readonly limits: SilenceLimits;
  /** Called with what the user should know while waiting. */
  readonly tell: (text: string) => void;
}

/**
 * `fetch` for a provider's library:
 *
 * - A server that is silent for too long is given up.
 * - Redirects are not followed: credentials and conversations go only to the address that the user configured.
 * - The library gets only events that it knows.
 * - A success that is not a stream of events is an error, with what the server says.
 */
export const modelFetch =
  ({ send, clock, limits, tell }: Connection, newReader: () => EventReader): typeof fetch =>
  async (input, init) => {
    const silence = silenceLimit(clock, limits, tell);
    const signal = AbortSignal.any([silence.signal, ...(init?.signal ? [init.signal] : [])]);
    try {
      const response = await send(input, { ...init, redirect: "manual", signal });
      silence.restart();
      const { body } = response;
      if (body === null || !response.ok) {
        const text = body === null ? "" : await textOf(body);
        silence.end();
        return withBody(response, streamOf(text));
      }
      await requireEvents(response, body);
      return withBody(response, filterEvents(body, newReader(), { clock, silence }));
    } catch (error) {
      silence.end();
      throw error;
    }
  };

const otherContent = /^(?:application\/json|text\/html)\b/i;

/** Gateways report errors, and login pages appear, with the status of a success. */
async function requireEvents({ headers }: Response, body: Body): Promise<void> {
  const type = headers.get("content-type") ?? "";
  if (!otherContent.test(type)) return;
  const { text, status } = serverMessage(await textOf(body));
  const what = `the model's server sent ${type.split(";")[0]} instead of a stream of events`;
  throw new ServerError(text === "" ? what : `${what}: ${text}`, { status, isPermanent: true });
}

type Body = NonNullable<Response["body"]>;

/** Not a new `Response`: that class loads all of Node's `fetch`. */
const withBody = ({ ok, status, statusText, headers }: Response, body: Body): Response =>
  ({ ok, status, statusText, headers, body }) as unknown as Response;

async function textOf(body: Body): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

const streamOf = (text: string): Body =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      controller.close();
    },
  });
