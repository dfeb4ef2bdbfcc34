import { isObject } from "@snaphook/engine/internal";
import { type EventReader, type ReadEvent, skipped } from "../stream/event-reader.ts";
import { numbersIn, parsedJson, textsIn } from "../stream/known-fields.ts";
import { ServerError } from "../stream/server-error.ts";
import { errorMessage } from "../stream/server-message.ts";

type Fields = Readonly<Record<string, unknown>>;

const lastEvent = "[DONE]";

/**
 * Reads the events of the chat completions API. Servers differ: what this program does not know is skipped, and
 * of the rest only the fields it uses are passed on.
 */
export function openaiEvents(): EventReader {
  let hasFinished = false;
  let callsTools = false;
  const readChoice = (choice: Fields): Fields => {
    const { finish_reason } = choice;
    const delta = deltaOf(choice["delta"]);
    callsTools ||= "tool_calls" in delta;
    if (typeof finish_reason !== "string") return { delta };
    hasFinished = true;
    return { delta, finish_reason };
  };
  const read = (event: Fields): ReadEvent => {
    if (event["error"] != null) throw serverError(event);
    const { id, model, usage, choices } = event;
    const [choice] = Array.isArray(choices) ? choices.filter(isFirst) : [];
    if (choice === undefined && !isObject(usage)) return skipped;
    return one({
      ...textsIn({ id, model }),
      choices: choice === undefined ? [] : [readChoice(choice)],
      ...(isObject(usage) ? usageOf(usage) : {}),
    });
  };
  /** Some servers do not say why an answer ended. */
  const end = (): ReadEvent => {
    const finish_reason = callsTools ? "tool_calls" : "stop";
    const reason = { choices: [{ delta: {}, finish_reason }] };
    return { pass: hasFinished ? [lastEvent] : [reason, lastEvent], isLast: true };
  };
  return (data) => {
    if (data === lastEvent) return end();
    const event = parsedJson(data);
    if (event === undefined) return { pass: [data] };
    return isObject(event) ? read(event) : skipped;
  };
}

const one = (event: object): ReadEvent => ({ pass: [event] });

function serverError(event: Fields): ServerError {
  const { text, status } = errorMessage(event) ?? { text: JSON.stringify(event) };
  return new ServerError(text, { status });
}

/** One answer is asked for; a server that sends more has its reasons. */
const isFirst = (choice: unknown): choice is Fields =>
  isObject(choice) && (choice["index"] ?? 0) === 0;

function deltaOf(delta: unknown): Fields {
  if (!isObject(delta)) return {};
  const { content, reasoning_content, reasoning, refusal, tool_calls } = delta;
  const calls = Array.isArray(tool_calls) ? tool_calls.flatMap(callOf) : [];
  return {
    ...textsIn({ content, reasoning_content, reasoning, refusal }),
    ...(Array.isArray(content) ? { content: content.filter(isObject) } : {}),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
}

function callOf(call: unknown, position: number): readonly Fields[] {
  if (!isObject(call) || !isObject(call["function"])) return [];
  const { index, id, function: called } = call;
  const { name, arguments: input } = called as Fields;
  return [
    {
      index: typeof index === "number" ? index : position,
      ...textsIn({ id }),
      function: {
        ...textsIn({ name }),
        // Some servers send the input as an object.
        ...(isObject(input) ? { arguments: JSON.stringify(input) } : textsIn({ arguments: input })),
      },
    },
  ];
}

function usageOf(usage: Fields): Fields {
  const { prompt_tokens, completion_tokens, prompt_tokens_details: details } = usage;
  const { cached_tokens } = isObject(details) ? details : {};
  if (typeof prompt_tokens !== "number" || typeof completion_tokens !== "number") return {};
  const prompt_tokens_details = numbersIn({ cached_tokens });
  return { usage: { prompt_tokens, completion_tokens, prompt_tokens_details } };
}
