import { ModelError } from "../model.ts";
import { ServerError, SilentServer } from "../stream/server-error.ts";
import { serverMessage } from "../stream/server-message.ts";
import { tooLongOf } from "./too-long.ts";

/** What is known about a request that failed. */
export interface Failure {
  readonly error: ModelError;
  /** Whether a retry may succeed. */
  readonly transient: boolean;
  /** There was no answer at all, not even an error. */
  readonly unreachable: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

/** An answer that began and did not end. */
export class BrokenAnswer extends Error {
  override readonly name = "BrokenAnswer";
}

/** Classifies anything that was thrown: an HTTP error, a network error, or a bug. */
export function failureOf(thrown: unknown): Failure {
  const { statusCode, responseHeaders: headers = {}, url, responseBody } = factsOf(thrown);
  const reported = causesOf(thrown).find((cause) => cause instanceof ServerError);
  if (reported) return reportedFailure(reported, headers);
  if (statusCode !== undefined && !isSuccess(statusCode)) {
    const text = withServerMessage(messageOf(thrown), responseBody);
    return statusFailure(statusCode, text, headers);
  }
  const isBroken = thrown instanceof BrokenAnswer || statusCode !== undefined;
  const isSilent = causesOf(thrown).some((cause) => cause instanceof SilentServer);
  const text = rootText(thrown);
  const what = isBroken
    ? "the model's answer broke off"
    : `the model could not be reached${url === undefined ? "" : ` at ${new URL(url).origin}`}`;
  return {
    error: new ModelError(`${what}: ${text}`, "unknown"),
    transient: isBroken || isSilent || (url !== undefined && !isPermanent(thrown)),
    unreachable: !isBroken,
    headers,
  };
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

function statusFailure(status: number, text: string, headers: Failure["headers"]): Failure {
  const message = `the model's server answered ${status}: ${text}`;
  const error = new ModelError(message, kindOf(status), status, tooLongOf(status, text));
  const asked = headers["x-should-retry"];
  const transient = asked === undefined ? isTransient(status) : asked === "true";
  return { error, transient, unreachable: false, headers };
}

/** An error in a response that began as a success; without a status, it came in the middle of an answer. */
function reportedFailure(
  { status, message, isPermanent: permanent }: ServerError,
  headers: Failure["headers"],
): Failure {
  if (status !== undefined) return statusFailure(status, message, headers);
  const text = permanent ? message : `the model's answer broke off: ${message}`;
  const error = new ModelError(text, "unknown");
  return { error, transient: !permanent, unreachable: false, headers };
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
  const isKnown = (cause: object): cause is Facts => "statusCode" in cause || "url" in cause;
  return causesOf(thrown).find(isKnown) ?? {};
}

/** Certificates, addresses and passwords of proxies do not become valid by waiting. */
const permanentCause = /^(?:CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL|ERR_INVALID)/;

const isPermanent = (thrown: unknown): boolean =>
  causesOf(thrown).some(
    (cause) =>
      ("code" in cause && permanentCause.test(String(cause.code))) ||
      ("message" in cause && /^bad port$|tunnel.*\b407\b/i.test(String(cause.message))),
  );

/** What was thrown, what caused it, and so on. */
function causesOf(thrown: unknown): readonly object[] {
  const causes: object[] = [];
  for (let one = thrown; typeof one === "object" && one !== null && !causes.includes(one); ) {
    causes.push(one);
    // A name with several addresses fails once for each.
    const [first] = "errors" in one && Array.isArray(one.errors) ? one.errors : [];
    one = "cause" in one && one.cause !== undefined ? one.cause : first;
  }
  return causes;
}

/** What the server said in a form that its library does not know; then the library has only the status in words. */
function withServerMessage(text: string, body: string | undefined): string {
  const { text: said } = body === undefined ? { text: "" } : serverMessage(body);
  return said === "" || text.includes(said) ? text : `${text} (${said})`;
}

function messageOf(thrown: unknown): string {
  const ownText = thrown instanceof Error ? thrown.message : textOf(thrown);
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  const more = cause instanceof Error ? messageOf(cause) : "";
  if (more === "" || ownText.includes(more)) return ownText || "no reason given";
  return ownText === "" ? more : `${ownText} (${more})`;
}

/** The first cause says what happened; those around it only that something did. */
const rootText = (thrown: unknown): string =>
  causesOf(thrown)
    .map((cause) => ("message" in cause && cause.message ? textOf(cause) : codeOf(cause)))
    .findLast((text) => text !== "") ?? messageOf(thrown);

const codeOf = (cause: object): string => ("code" in cause ? String(cause.code) : "");

/** Some servers send an error in a stream as an object. */
function textOf(thrown: unknown): string {
  if (typeof thrown === "object" && thrown !== null && "message" in thrown)
    return String(thrown.message);
  return typeof thrown === "string" ? thrown : (JSON.stringify(thrown) ?? String(thrown));
}
