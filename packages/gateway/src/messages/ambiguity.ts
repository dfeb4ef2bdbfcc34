import { isObject } from "@snaphook/engine/internal";
import { hasRepeatedKey, membersOf } from "./json-text.ts";
import type { Message, SingleMessage } from "./message.ts";

const envelopeKeys = ["jsonrpc", "id", "method", "params", "result", "error"];
const callKeys = ["name", "arguments", "_meta"];
const resultKeys = ["content", "structuredContent", "isError", "toolResult", "task", "_meta"];
const errorKeys = ["code", "message", "data"];
const blockKeys = ["type", "text", "data", "mimeType", "resource", "uri", "blob"];

/**
 * Why different programs could understand a message in different ways: hooks would then judge another call than the
 * server runs, or another result than the client shows. Some parsers take the first of two equal keys, and some ignore
 * the case of keys.
 */
export function ambiguityOf({ text, value }: Message): string | undefined {
  if (hasRepeatedKey(text, value)) return "a key is repeated";
  const messages: readonly unknown[] = Array.isArray(value) ? value : [value];
  for (const message of messages) {
    const problem = oddKey(message) ?? mixture(message);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function oddKey(message: unknown): string | undefined {
  if (!isObject(message)) return undefined;
  const { params, result, error } = message;
  const blocks = isObject(result) && Array.isArray(result["content"]) ? result["content"] : [];
  const odd = [
    ...oddKeys(message, envelopeKeys),
    ...oddKeys(params, callKeys),
    ...oddKeys(result, resultKeys),
    ...oddKeys(error, errorKeys),
    ...blocks.flatMap((block) => [
      ...oddKeys(block, blockKeys),
      ...(isObject(block) ? oddKeys(block["resource"], blockKeys) : []),
    ]),
  ];
  return odd[0] === undefined
    ? undefined
    : `the key ${JSON.stringify(odd[0])} is in the wrong case`;
}

function mixture(message: unknown): string | undefined {
  if (!isObject(message)) return undefined;
  const kinds = ["method", "result", "error"].filter((key) => key in message);
  if (kinds.length > 1) return `it has both ${kinds.join(" and ")}`;
  const { method } = message;
  if ("method" in message && typeof method !== "string") return "its method is not a text";
  if (typeof method === "string" && isNearMiss(method))
    return `the method ${JSON.stringify(method)} is not written as MCP has it`;
  return undefined;
}

/** Methods that the gateway handles. */
const methods = [
  "tools/call",
  "initialize",
  "notifications/initialized",
  "notifications/cancelled",
];

/** Whether a server that ignores case or white space would take the method for one that the gateway handles. */
const isNearMiss = (method: string): boolean =>
  !methods.includes(method) &&
  methods.some((known) => isSame(known, method.replaceAll(/[\s\p{C}]/gu, "")));

const oddKeys = (value: unknown, known: readonly string[]): readonly string[] =>
  isObject(value)
    ? Object.keys(value).filter(
        (key) => !known.includes(key) && known.some((one) => isSame(one, key)),
      )
    : [];

/** Whether two texts are the same for a program that ignores case, also that of letters such as "ſ". */
const isSame = (one: string, other: string): boolean => folded(one) === folded(other);
const folded = (text: string): string => text.toLowerCase().toUpperCase();

/** The ids that programs could find in a message that is ambiguous. */
export const possibleIds = ({ text }: SingleMessage): readonly unknown[] =>
  membersOf(text)
    .filter(({ key }) => isSame(key, "id"))
    .map(({ start, end }): unknown => JSON.parse(text.slice(start, end)));
