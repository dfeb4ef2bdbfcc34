import {
  type Hooks,
  hookText,
  resultForModel,
  seenBy,
  type ToolCallResult,
} from "@snaphook/engine";
import { isObject } from "@snaphook/engine/internal";
import { membersOf, spanAt, withValue } from "../messages/json-text.ts";
import { type JsonMessage, type SingleMessage, textBlock } from "../messages/message.ts";

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
  const blocks = contentOf(result);
  if (structuredContent === undefined) return blocks;
  return [
    textBlock(JSON.stringify(structuredContent)),
    ...blocks.filter(({ type }) => type !== "text"),
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
  const replaced = output === undefined ? text : withOutput(text, output);
  return texts.length === 0 ? replaced : withBlocks(replaced, texts.map(textBlock));
}

function withErrorTexts({ text, value }: SingleMessage, texts: readonly string[]): string {
  const { error } = value;
  if (texts.length === 0 || !isObject(error)) return text;
  return withValue(
    text,
    ["error", "message"],
    [String(error["message"] ?? ""), ...texts].join("\n\n"),
  );
}

/** Why an output cannot be the result of a tool of MCP, whatever hooks call the tool. */
export function outputProblem(output: unknown): string | undefined {
  const isBlock = (block: unknown) => isObject(block) && typeof block["type"] === "string";
  return typeof output === "string" || (Array.isArray(output) && output.every(isBlock))
    ? undefined
    : "it must be a text or a list of content blocks";
}

/** A5: structured content repeats the result, so it may not keep what a hook removed. */
function withOutput(text: string, output: unknown): string {
  const blocks = typeof output === "string" ? [textBlock(output)] : output;
  const changed = withValue(text, ["result", "content"], blocks);
  if (spanAt(text, ["result", "structuredContent"]) === undefined) return changed;
  return withValue(changed, ["result", "structuredContent"], structuredOf(blocks));
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

function withBlocks(text: string, blocks: readonly Block[]): string {
  const content = spanAt(text, ["result", "content"]);
  if (content === undefined || text[content.start] !== "[") {
    const result = spanAt(text, ["result"]);
    const isObjectText = result !== undefined && text[result.start] === "{";
    return isObjectText
      ? withValue(text, ["result", "content"], blocks)
      : withValue(text, ["result"], { content: blocks });
  }
  const inside = text.slice(content.start + 1, content.end - 1);
  const separator = inside.trim() === "" ? "" : ",";
  const added = blocks.map((block) => JSON.stringify(block)).join(",");
  return `${text.slice(0, content.end - 1)}${separator}${added}${text.slice(content.end - 1)}`;
}

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
