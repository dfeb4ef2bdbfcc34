import { isObject } from "@snaphook/engine/internal";
import { parsedJson } from "./known-fields.ts";

/** What a server says about an error. */
export interface ServerMessage {
  /** Empty if it says nothing that can be shown. */
  readonly text: string;
  /** The HTTP status in the message itself. */
  readonly status?: number | undefined;
}

const maxLength = 300;

/** The message in the body of an error, in whatever form the server writes it. */
export function serverMessage(body: string): ServerMessage {
  const trimmed = body.trim();
  // A page of a proxy says nothing in its first lines.
  if (trimmed.startsWith("<")) return { text: "" };
  const value = parsedJson(trimmed);
  if (!isObject(value)) return { text: shortened(trimmed) };
  const message = errorMessage(value);
  if (message) return message;
  return { text: trimmed === "{}" ? "" : shortened(trimmed) };
}

/** The error in an object from a server; undefined if there is none. */
export function errorMessage(value: Readonly<Record<string, unknown>>): ServerMessage | undefined {
  const { error, message, detail } = value;
  const inner = isObject(error) ? error : {};
  const text = [inner["message"], error, message, detail].find((one) => typeof one === "string");
  if (typeof text !== "string" && !isObject(error)) return undefined;
  const codes = [inner["code"], inner["status"], inner["type"], value["code"], value["status"]];
  return {
    text: shortened(typeof text === "string" ? text : JSON.stringify(error)),
    status: codes.map(statusOf).find((status) => status !== undefined),
  };
}

/** Words for errors that servers use instead of a status. */
const statuses: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  context_length_exceeded: 400,
  authentication_error: 401,
  invalid_api_key: 401,
  insufficient_quota: 402,
  permission_error: 403,
  not_found_error: 404,
  model_not_found: 404,
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  api_error: 500,
  server_error: 500,
  internal_server_error: 500,
  overloaded_error: 529,
};

function statusOf(code: unknown): number | undefined {
  const number = Number(code);
  if (Number.isInteger(number) && number >= 400 && number <= 599) return number;
  return typeof code === "string" ? statuses[code] : undefined;
}

const shortened = (text: string): string =>
  text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
