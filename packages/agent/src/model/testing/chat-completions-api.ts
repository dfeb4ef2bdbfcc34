import type { AssistantBlock } from "../../conversation/message.ts";
import { events, json, type LoopbackServer, loopbackServer } from "./loopback-server.ts";

/** What the server does with one request. */
export type ChatTurn =
  | { readonly blocks: readonly AssistantBlock[]; readonly finish?: string }
  | { readonly status: number; readonly message: string };

/** A server with the chat completions API that plays turns; the last one repeats. */
export const chatCompletionsApi = (...turns: readonly ChatTurn[]): Promise<LoopbackServer> =>
  loopbackServer((response, { body }, index) => {
    const turn = turns[Math.min(index, turns.length - 1)];
    if (turn === undefined) return json(response, 500, {});
    if ("status" in turn)
      return json(response, turn.status, { error: { message: turn.message, type: "error" } });
    events(response);
    for (const part of chatEvents(turn, String(body["model"]), index)) response.write(part);
    response.end();
  });

/** The events of an answer. */
export function chatEvents(
  { blocks, finish }: Extract<ChatTurn, { blocks: unknown }>,
  model: string,
  index: number,
): readonly string[] {
  const event = (choice: object, more: object = {}) =>
    `data: ${JSON.stringify({ id: `chat_${index}`, model, choices: [{ index: 0, ...choice }], ...more })}\n\n`;
  const calls = blocks.some(({ type }) => type === "tool_use");
  const usage = {
    prompt_tokens: 12,
    completion_tokens: 4,
    prompt_tokens_details: { cached_tokens: 2 },
  };
  const finish_reason = finish ?? (calls ? "tool_calls" : "stop");
  return [
    ...blocks.map((block, at) => event({ delta: deltaOf(block, at) })),
    event({ delta: {}, finish_reason }, { usage }),
    "data: [DONE]\n\n",
  ];
}

function deltaOf(block: AssistantBlock, index: number): object {
  if (block.type === "text") return { content: block.text };
  if (block.type === "thinking") return { reasoning_content: block.thinking };
  if (block.type === "redacted_thinking") return {};
  const { id, name, input } = block;
  return {
    tool_calls: [
      { index, id, type: "function", function: { name, arguments: JSON.stringify(input) } },
    ],
  };
}
