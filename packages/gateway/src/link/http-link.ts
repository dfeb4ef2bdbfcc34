import { isObject } from "@snaphook/engine/internal";
import { errorAnswer, idText, keyOf } from "../messages/message.ts";
import type { LinkEnd, LinkEvents, ServerLink } from "./server-link.ts";
import { sseEvents } from "./sse-events.ts";

export interface HttpLinkOptions extends Pick<LinkEvents, "onLine"> {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof fetch;
  /** Tells the user something. */
  report(text: string): void;
}

/** How long to wait before a stream is opened again, if the server does not say. */
const retryMs = 1000;
const maxRetryMs = 30_000;
/** So many times in a row a stream may fail without an event before a request is given up. */
const maxTries = 5;
const connectionClosed = -32000;

/** A server at an address (streamable HTTP). */
export function httpLink({ url, headers, fetch, onLine, report }: HttpLinkOptions): ServerLink {
  const closing = new AbortController();
  const { signal } = closing;
  const ended = Promise.withResolvers<LinkEnd>();
  let session: string | undefined;
  let version: string | undefined;

  const headersFor = (more: Readonly<Record<string, string>>) => ({
    ...headers,
    ...(session === undefined ? {} : { "mcp-session-id": session }),
    ...(version === undefined ? {} : { "mcp-protocol-version": version }),
    ...more,
  });
  const open = async (init: RequestInit): Promise<Response> => {
    try {
      return await fetch(url, { ...init, signal });
    } catch (error) {
      throw new Error(networkProblem(error, url));
    }
  };
  /** A message as one line: outside of texts, JSON has line breaks only as white space. */
  const emit = (text: string) => onLine(Buffer.from(text.replaceAll(/[\r\n]+/g, " ").trim()));

  async function send(text: string): Promise<void> {
    const message = readAgain(text);
    const isRequest = "method" in message && "id" in message;
    const posted = post(text, isRequest);
    if (!isRequest) {
      await posted;
      if (message["method"] === "notifications/initialized") void listen();
      return;
    }
    // The next message may be what this one waits for, such as an answer to the server's question.
    void posted.catch((error: Error) => {
      if (!signal.aborted) emit(errorAnswer(idText(text), connectionClosed, error.message));
    });
  }

  async function post(text: string, isRequest: boolean): Promise<void> {
    const response = await open({
      method: "POST",
      headers: headersFor({
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      }),
      body: text,
    });
    session = response.headers.get("mcp-session-id") ?? session;
    const type = response.headers.get("content-type") ?? "";
    if (!response.ok) throw new Error(await refusal(response));
    if (type.startsWith("text/event-stream")) return answerFrom(response, idText(text));
    const body = await response.text();
    if (body.trim() !== "") emit(body);
    if (!isRequest || isAnswerTo(body, idText(text))) return;
    const found = body.trim() === "" ? "nothing" : `something else (${type || "of no type"})`;
    throw new Error(`the server answered a request with ${found} (HTTP ${response.status})`);
  }

  async function refusal(response: Response): Promise<string> {
    const { status } = response;
    const body = (await response.text().catch(() => "")).trim().slice(0, 300);
    if (status === 404 && session !== undefined)
      return "the server no longer knows this session (HTTP 404); connect again";
    const hint =
      status === 401 ? "; it needs a sign-in or a token, which --header-env can pass on" : "";
    return `the server refused the message: HTTP ${status}${body === "" ? "" : ` ${body}`}${hint}`;
  }

  /** Reads a stream until it has the answer to a request. If it breaks, it is continued after its last event. */
  async function answerFrom(first: Response, id: string): Promise<void> {
    let position: Position = { last: undefined, waitMs: retryMs };
    let response = first;
    for (let tries = 0; tries < maxTries; tries += 1) {
      const end = await readStream(response, position, id);
      if (end.isAnswered) return;
      if (end.last !== position.last) tries = 0;
      position = end;
      if (position.last === undefined) break;
      await pause(position.waitMs, signal);
      response = await openStream(position);
      if (!response.ok) throw new Error(await refusal(response));
    }
    throw new Error("the connection ended before the answer");
  }

  const openStream = ({ last }: Position): Promise<Response> => {
    const resume = last === undefined ? {} : { "last-event-id": last };
    return open({ headers: headersFor({ accept: "text/event-stream", ...resume }) });
  };

  async function readStream(
    { body }: Response,
    from: Position,
    id?: string,
  ): Promise<Position & { readonly isAnswered: boolean }> {
    let { last, waitMs } = from;
    let isAnswered = false;
    try {
      for await (const event of sseEvents(body ?? emptyBody())) {
        last = event.id ?? last;
        waitMs = event.retryMs ?? waitMs;
        if (event.data === "") continue;
        emit(event.data);
        isAnswered ||= id !== undefined && isAnswerTo(event.data, id);
      }
    } catch {
      // The connection broke: the caller continues after the last event.
    }
    return { last, waitMs, isAnswered };
  }

  /** Messages of the server that belong to no request, for as long as it offers them. */
  async function listen(): Promise<void> {
    let position: Position = { last: undefined, waitMs: retryMs };
    while (!signal.aborted) {
      // Requests report that the server cannot be reached.
      const response = await openStream(position).catch(() => undefined);
      if (response?.ok) position = await readStream(response, { ...position, waitMs: retryMs });
      else if (response && offersNothing(response)) return;
      await response?.body?.cancel().catch(() => {});
      await pause(position.waitMs, signal);
      position = { ...position, waitMs: Math.min(position.waitMs * 2, maxRetryMs) };
    }
  }

  /** Most servers that have nothing to send say so with 405. */
  function offersNothing({ status }: Response): boolean {
    if (status >= 500 || status === 429) return false;
    if (status !== 405 && status !== 404)
      report(`the server offers no messages of its own: HTTP ${status}`);
    return true;
  }

  return {
    send,
    agreed: (agreed) => {
      version = agreed;
    },
    ended: ended.promise,
    async end() {
      const leave = session === undefined ? undefined : headersFor({});
      closing.abort();
      ended.resolve({ why: "the connection was closed", exitCode: 0 });
      if (leave === undefined) return;
      const limit = AbortSignal.timeout(1000);
      await fetch(url, { method: "DELETE", headers: leave, signal: limit }).then(
        (response) => response.body?.cancel(),
        () => {},
      );
    },
  };
}

/** Where a stream continues. */
interface Position {
  /** Its last event. */
  readonly last: string | undefined;
  readonly waitMs: number;
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {}

const readAgain = (text: string): Readonly<Record<string, unknown>> => {
  const value: unknown = JSON.parse(text);
  return isObject(value) ? value : {};
};

/** Whether a message, or one of a list, is the answer to a request. */
function isAnswerTo(text: string, id: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    const wanted = keyOf(JSON.parse(id));
    return (Array.isArray(value) ? value : [value]).some(
      (message) => isObject(message) && !("method" in message) && keyOf(message["id"]) === wanted,
    );
  } catch {
    return false;
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done);
    if (signal.aborted) done();
  });

/** The text of `fetch` is always the same; its cause says what happened. */
function networkProblem(error: unknown, { host }: URL): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const { code, message } = cause as { readonly code?: string; readonly message?: string };
  if (code === "ECONNREFUSED") return `nothing answers at ${host}`;
  return `${host} could not be reached: ${message || code || "no reason given"}`;
}
