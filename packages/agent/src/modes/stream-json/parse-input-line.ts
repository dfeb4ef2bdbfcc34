import { isObject } from "@snaphook/engine/internal";
import { isLinkedImage, isMedia, mediaTypes } from "../../conversation/media.ts";
import type { MediaBlock } from "../../conversation/message.ts";
import type { Prompt, PromptMessage } from "../../loop/prompt.ts";
import type { DriverAnswer } from "../control/driver.ts";

/** One line of `--input-format stream-json`. */
export type InputLine =
  | { readonly kind: "prompt"; readonly prompt: Prompt }
  | {
      readonly kind: "control-request";
      readonly id: string;
      readonly request: Readonly<Record<string, unknown>>;
    }
  | {
      readonly kind: "control-response";
      readonly id: string;
      readonly answer: DriverAnswer;
    }
  /** Nothing to do: a blank line, a keep-alive. */
  | { readonly kind: "nothing" }
  | {
      readonly kind: "problem";
      readonly found: string;
      readonly expected: string;
      /** The message that cannot be used: its sender waits for a result. */
      readonly of?: { readonly uuid?: string };
    };

type Fields = Readonly<Record<string, unknown>>;

const expectedLine =
  'a JSON object such as {"type":"user","message":{"role":"user","content":"TEXT"}}';

/** Parses a line; bad input results in a `problem`, never an exception. */
export function parseInputLine(line: string): InputLine {
  if (line.trim() === "") return { kind: "nothing" };
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return problem(`not JSON: ${excerpt(line)}`, expectedLine);
  }
  if (!isObject(value)) return problem(`not an object: ${excerpt(line)}`, expectedLine);
  const read = readers[String(value["type"])];
  if (read) return read(value);
  const expected = `"type": "user", "control_request" or "control_response"`;
  return problem(`"type": ${JSON.stringify(value["type"]) ?? "nothing"}`, expected);
}

const readers: Readonly<Record<string, (fields: Fields) => InputLine>> = {
  user: readUser,
  control_request: readRequest,
  control_response: readResponse,
  control_cancel_request: () => ({ kind: "nothing" }),
  keep_alive: () => ({ kind: "nothing" }),
};

const expectedBlock = `{"type":"text","text":"TEXT"}, a document with a "source" of the type text, an image with a "source" of the type url and an http address, or an image or document with a "source" of the type base64 and one of the media types ${mediaTypes.join(", ")}`;

function readUser(fields: Fields): InputLine {
  const { uuid } = fields;
  const id = typeof uuid === "string" && uuid !== "" ? { uuid } : {};
  const read = readMessage(fields, { ...id, ...howToUse(fields) });
  return read.kind === "problem" ? { ...read, of: id } : read;
}

/** What the driver wants done with a message. */
const howToUse = ({ client_composed, priority, shouldQuery }: Fields) => ({
  ...(client_composed === true && { isVerbatim: true as const }),
  ...(priority === "later" && { waitsForTurnEnd: true as const }),
  ...(shouldQuery === false && { isAddedOnly: true as const }),
});

function readMessage({ message }: Fields, more: Omit<PromptMessage, "text" | "media">): InputLine {
  if (!isObject(message)) return problem('"user" without a "message"', expectedLine);
  const { role, content } = message;
  if (role !== undefined && role !== "user")
    return problem(`a message with the role ${JSON.stringify(role)}`, '"role": "user"');
  const promptOf = (text: string, media: readonly MediaBlock[]): InputLine => ({
    kind: "prompt",
    prompt: media.length > 0 || Object.keys(more).length > 0 ? { text, media, ...more } : text,
  });
  if (typeof content === "string") return promptOf(content, []);
  if (content === undefined) return problem('a message without "content"', expectedLine);
  if (!Array.isArray(content))
    return problem(
      `a message with the "content" ${excerpt(JSON.stringify(content))}`,
      "a text or a list of blocks",
    );
  const odd = content.find((block) => !isShown(block) && textIn(block) === undefined);
  if (odd !== undefined) return problem(`a block ${excerpt(JSON.stringify(odd))}`, expectedBlock);
  return promptOf(
    content.flatMap((block) => textIn(block) ?? []).join("\n"),
    content.filter(isShown),
  );
}

const isShown = (block: unknown): block is MediaBlock => isMedia(block) || isLinkedImage(block);

const textIn = (block: unknown): string | undefined =>
  isObject(block) && block["type"] === "text" && typeof block["text"] === "string"
    ? block["text"]
    : documentText(block);

/** A document that is plain text is a text; models get it as such. */
function documentText(block: unknown): string | undefined {
  if (!isObject(block) || block["type"] !== "document" || !isObject(block["source"]))
    return undefined;
  const { type, data } = block["source"];
  if (type !== "text" || typeof data !== "string") return undefined;
  const { title } = block;
  const name = typeof title === "string" ? ` title=${JSON.stringify(title)}` : "";
  return `<document${name}>\n${data}\n</document>`;
}

function readRequest({ request_id: id, request }: Fields): InputLine {
  if (typeof id !== "string" || !isObject(request) || typeof request["subtype"] !== "string")
    return problem(
      'a control_request without "request_id" or "subtype"',
      '"request_id" and "request": {"subtype": …}',
    );
  return { kind: "control-request", id, request };
}

function readResponse({ response }: Fields): InputLine {
  if (!isObject(response) || typeof response["request_id"] !== "string")
    return problem(
      'a control_response without a "request_id"',
      '"response": {"subtype": "success", "request_id": …}',
    );
  const { request_id: id, subtype } = response;
  if (subtype === "success")
    return { kind: "control-response", id, answer: { ok: true, response: response["response"] } };
  const error = String(response["error"] ?? "the driver answered with an error");
  return { kind: "control-response", id, answer: { ok: false, error } };
}

const problem = (found: string, expected: string): InputLine => ({
  kind: "problem",
  found,
  expected,
});

const maxExcerptLength = 60;

const excerpt = (text: string): string =>
  text.length <= maxExcerptLength ? text : `${text.slice(0, maxExcerptLength)}…`;
