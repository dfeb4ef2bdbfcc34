import {
  type Hooks,
  hookText,
  resultForModel,
  seenBy,
  type ToolCallResult,
} from "@snaphook/engine";
import { isObject } from "@snaphook/engine/internal";
import { membersOf, withValue } from "../messages/json-text.ts";
import { idText, type JsonMessage, type SingleMessage, textBlock } from "../messages/message.ts";

const internalError = -32603;

type Block = Readonly<Record<string, unknown>>;

/** The server's answer to a call is an error, or a result that says so. */
export class CallFailure extends Error {
  readonly answer: SingleMessage;
  constructor(message: string, answer: SingleMessage) {
    super(message);
    this.answer = answer;
  }
}

/** Why a call failed, in the words of the server; undefined if it did not. */
export function failureText({ value }: SingleMessage, tool: string): string | undefined {
  const { error, result } = value;
  if (error !== undefined)
    return isObject(error) && typeof error["message"] === "string"
      ? error["message"]
      : `${tool} failed: ${JSON.stringify(error)}`;
  if (!isObject(result) || result["isError"] !== true) return undefined;
  const text = contentOf(result)
    .flatMap((block) => (block["type"] === "text" ? [String(block["text"] ?? "")] : []))
    .join("\n");
  return text || `${tool} failed and gave no reason`;
}

/** The result as hooks get it (E24): content blocks; structured content replaces the texts that repeat it. */
export function responseForHooks({ value }: SingleMessage): readonly Block[] {
  const result = isObject(value["result"]) ? value["result"] : {};
  const { structuredContent } = result;
  // The first version of MCP had toolResult, and clients still read it.
  const old = "toolResult" in result ? [textBlock(JSON.stringify(result["toolResult"]))] : [];
  const blocks = contentOf(result);
  if (structuredContent === undefined) return [...blocks, ...old];
  return [
    textBlock(JSON.stringify(structuredContent)),
    ...blocks.filter(({ type }) => type !== "text"),
    ...old,
  ];
}

const contentOf = ({ content }: JsonMessage): readonly Block[] =>
  Array.isArray(content) ? content.filter(isObject) : [];

/** What hooks say to the model about a call that ran or failed: it goes after the result. */
export function textsForModel(
  done: ToolCallResult<SingleMessage>,
  hooks: Pick<Hooks, "takeLateMessages">,
): readonly string[] {
  const withoutResult =
    done.action === "failed"
      ? { ...done, error: new Error("") }
      : { ...done, updatedOutput: undefined };
  const { text, context, later } = resultForModel(withoutResult, () => "");
  const background = seenBy("model", hooks.takeLateMessages());
  return [
    ...context,
    ...(text === "" || (done.action !== "ran" && done.action !== "failed") ? [] : [text]),
    ...later,
    ...background.map((message) => hookText("background", message.text)),
  ];
}

/** The answer with the output of a hook instead of the server's, and with texts of hooks after it. */
export function changedAnswer(
  answer: SingleMessage,
  { output, texts }: { readonly output?: unknown; readonly texts: readonly string[] },
): string {
  const { text, value } = answer;
  if ("error" in value) return withErrorTexts(answer, texts);
  const added = texts.map(textBlock);
  if (output !== undefined) return withResult(text, replacedResult(value["result"], output, added));
  return texts.length === 0 ? text : withBlocks(answer, added);
}

function withErrorTexts({ text, value }: SingleMessage, texts: readonly string[]): string {
  const { error } = value;
  if (texts.length === 0) return text;
  const known = isObject(error) ? error : { code: internalError, message: JSON.stringify(error) };
  const message = [String(known["message"] ?? ""), ...texts].join("\n\n");
  return withMember(text, "error", JSON.stringify({ ...known, message }));
}

/** Why an output cannot be the result of a tool of MCP, whatever hooks call the tool. */
export function outputProblem(output: unknown): string | undefined {
  return typeof output === "string" || isBlocks(output)
    ? undefined
    : "it must be a text or a list of content blocks";
}

const isBlocks = (value: unknown): value is readonly Block[] =>
  Array.isArray(value) &&
  value.every((block) => isObject(block) && typeof block["type"] === "string");

/** Why an answer is not the result of a tool: hooks would get something else than the client. */
export function resultProblem({ value }: SingleMessage): string | undefined {
  if (!("result" in value)) return undefined;
  const { result } = value;
  if (!isObject(result)) return "its result is not an object";
  const { content, structuredContent } = result;
  if (content !== undefined && !isBlocks(content)) return "its content is not a list of blocks";
  if (structuredContent !== undefined && !isObject(structuredContent))
    return "its structuredContent is not an object";
  return undefined;
}

/** A5: nothing of the server's result stays, because any of its fields may have what a hook removed. */
function replacedResult(result: unknown, output: unknown, added: readonly Block[]): object {
  const blocks = isBlocks(output) ? output : [textBlock(String(output))];
  const structured =
    isObject(result) && "structuredContent" in result ? structuredOf(blocks) : undefined;
  const content = [...blocks, ...added];
  return structured === undefined ? { content } : { content, structuredContent: structured };
}

/** Structured content, if the only block is the text of an object; undefined otherwise. */
function structuredOf(blocks: unknown): unknown {
  const [block, ...others] = Array.isArray(blocks) ? blocks : [];
  if (others.length > 0 || !isObject(block) || typeof block["text"] !== "string") return undefined;
  try {
    const value: unknown = JSON.parse(block["text"]);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Only the content changes: other fields keep their bytes, also numbers that JavaScript cannot hold. */
function withBlocks({ text, value }: SingleMessage, added: readonly Block[]): string {
  const result = isObject(value["result"]) ? value["result"] : {};
  return withValue(text, ["result", "content"], [...contentOf(result), ...added]);
}

/** A whole answer; only its id keeps its bytes. */
const withResult = (text: string, result: object): string =>
  withMember(text, "result", JSON.stringify(result));

const withMember = (text: string, name: "result" | "error", json: string): string =>
  `{"jsonrpc":"2.0","id":${idText(text)},"${name}":${json}}`;

/** The answer to `initialize` with texts of hooks in the server's instructions. */
export function withInstructions({ text, value }: SingleMessage, texts: readonly string[]): string {
  const { result } = value;
  if (texts.length === 0 || !isObject(result)) return text;
  const { instructions } = result;
  const all = [...(typeof instructions === "string" ? [instructions] : []), ...texts];
  return withValue(text, ["result", "instructions"], all.join("\n\n"));
}

/** Whether the answer only says that the result comes later, from `tasks/result`. */
export function isTaskReceipt({ value }: SingleMessage): boolean {
  const { result } = value;
  return isObject(result) && isObject(result["task"]) && !("content" in result);
}

/** The call with another input; all other bytes stay. */
export const withArguments = (text: string, input: unknown): string =>
  membersOf(text).length === 0 ? text : withValue(text, ["params", "arguments"], input);
