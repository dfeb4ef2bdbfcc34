import { ModelError } from "../model.ts";
import { tooLongOf } from "./too-long.ts";

/** What is known about a request that failed. */
export interface Failure {
  readonly error: ModelError;
  /** Whether a retry may succeed. */
  readonly transient: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

/** An answer that began and did not end. */
export class BrokenAnswer extends Error {
  override readonly name = "BrokenAnswer";
}

/** Classifies anything that was thrown: an HTTP error, a network error, or a bug. */
export function failureOf(thrown: unknown): Failure {
  const { statusCode, responseHeaders = {}, url, responseBody } = factsOf(thrown);
  const text = withServerMessage(messageOf(thrown), responseBody);
  if (statusCode !== undefined) {
    const error = new ModelError(
      `the model's server answered ${statusCode}: ${text}`,
      kindOf(statusCode),
      statusCode,
      tooLongOf(statusCode, text),
    );
    return { error, transient: isTransient(statusCode), headers: responseHeaders };
  }
  const broken = thrown instanceof BrokenAnswer;
  const what = broken ? "the model's answer broke off" : "the model could not be reached";
  const error = new ModelError(`${what}: ${text}`, "unknown");
  return { error, transient: broken || url !== undefined, headers: responseHeaders };
}

const isTransient = (status: number): boolean =>
  status === 408 || status === 409 || status === 429 || status >= 500;

/** The `error` of StopFailure. What a server calls an invalid request is "unknown", as recorded. */
function kindOf(status: number): string {
  if (status === 401 || status === 403) return "authentication_failed";
  if (status === 402) return "billing_error";
  if (status === 429) return "rate_limit";
  return status >= 500 ? "server_error" : "unknown";
}

interface Facts {
  readonly statusCode?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  /** The address of the request; only request errors have it. */
  readonly url?: string;
  readonly responseBody?: string;
}

/** The facts an error carries, read by shape, because the library that made it is loaded only on demand. */
function factsOf(thrown: unknown): Facts {
  return typeof thrown === "object" && thrown !== null ? thrown : {};
}

const maxBodyLength = 300;

/** What the server said in a form that its library does not know; then the library has only the status in words. */
function withServerMessage(text: string, body: string | undefined): string {
  const said = body === undefined ? "" : serverMessage(body);
  if (said === "" || text.includes(said)) return text;
  return `${text} (${said.length > maxBodyLength ? `${said.slice(0, maxBodyLength)}…` : said})`;
}

function serverMessage(body: string): string {
  const trimmed = body.trim();
  // A page of a proxy says nothing in its first lines.
  if (trimmed.startsWith("<")) return "";
  try {
    const { error, message, detail } = JSON.parse(trimmed) ?? {};
    const found = [error?.message, error, message, detail].find((one) => typeof one === "string");
    return found ?? (trimmed === "{}" ? "" : trimmed);
  } catch {
    return trimmed;
  }
}

function messageOf(thrown: unknown): string {
  const ownText = thrown instanceof Error ? thrown.message : textOf(thrown);
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  const more = cause instanceof Error ? messageOf(cause) : "";
  if (more === "" || ownText.includes(more)) return ownText || "no reason given";
  return ownText === "" ? more : `${ownText} (${more})`;
}

/** Some servers send an error in a stream as an object. */
function textOf(thrown: unknown): string {
  if (typeof thrown === "object" && thrown !== null && "message" in thrown)
    return String(thrown.message);
  return typeof thrown === "string" ? thrown : (JSON.stringify(thrown) ?? String(thrown));
}
