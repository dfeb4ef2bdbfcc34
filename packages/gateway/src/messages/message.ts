import { isUtf8 } from "node:buffer";
import { isObject } from "@snaphook/engine/internal";
import { spanAt } from "./json-text.ts";

export type JsonMessage = Readonly<Record<string, unknown>>;

/** A line that is a JSON-RPC message or a list of them. */
export interface Message {
  /** The line as it came. */
  readonly text: string;
  readonly value: JsonMessage | readonly unknown[];
}

/** One message. */
export interface SingleMessage extends Message {
  readonly value: JsonMessage;
}

export type ReadMessage = { readonly ok: true; readonly message: Message } | Unreadable;

interface Unreadable {
  readonly ok: false;
  /** The code of JSON-RPC for it. */
  readonly code: -32700 | -32600;
  readonly problem: string;
}

const unreadable = (code: Unreadable["code"], problem: string): Unreadable => ({
  ok: false,
  code,
  problem,
});

/** Reads a line of the client or the server. */
export function readMessage(line: Buffer): ReadMessage {
  if (!isUtf8(line)) return unreadable(-32700, "the line is not UTF-8");
  const text = line.toString("utf8");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return unreadable(-32700, "the line is not JSON");
  }
  if (Array.isArray(value) ? value.length > 0 && value.every(isObject) : isObject(value))
    return { ok: true, message: { text, value: value as Message["value"] } };
  return unreadable(-32600, "the line is not a JSON-RPC message");
}

/** What a request and its answer have in common. Programs that mix up 1 and "1" exist, so both are the same. */
export const keyOf = (id: unknown): string | undefined =>
  typeof id === "string" || typeof id === "number" ? String(id) : undefined;

/** The id of a message as it is written: a number may be larger than JavaScript can hold. */
export function idText(text: string): string {
  const span = spanAt(text, ["id"]);
  return span === undefined ? "null" : text.slice(span.start, span.end);
}

export const isRequest = ({ value }: SingleMessage): boolean =>
  typeof value["method"] === "string" && "id" in value;

export const isResponse = ({ value }: SingleMessage): boolean =>
  !("method" in value) && ("result" in value || "error" in value);

/** An answer with an error. */
export const errorAnswer = (id: string, code: number, message: string): string =>
  `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify({ code, message })}}`;

/** The result of a tool that did not run, for the model. */
export const refusalAnswer = (id: string, texts: readonly string[]): string =>
  `{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify({ content: texts.map(textBlock), isError: true })}}`;

export const textBlock = (text: string) => ({ type: "text", text }) as const;
