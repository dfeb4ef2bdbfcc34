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
    const send = (choice: object, more: object = {}) =>
      response.write(
        `data: ${JSON.stringify({ id: `chat_${index}`, model: body["model"], choices: [{ index: 0, ...choice }], ...more })}\n\n`,
      );
    events(response);
    for (const [at, block] of turn.blocks.entries()) send({ delta: deltaOf(block, at) });
    const calls = turn.blocks.some(({ type }) => type === "tool_use");
    const usage = {
      prompt_tokens: 12,
      completion_tokens: 4,
      prompt_tokens_details: { cached_tokens: 2 },
    };
    send({ delta: {}, finish_reason: turn.finish ?? (calls ? "tool_calls" : "stop") }, { usage });
    response.end("data: [DONE]\n\n");
  });

function deltaOf(block: AssistantBlock, index: number): object {
  if (block.type === "text") return { content: block.text };
  if (block.type === "thinking") return { reasoning_content: block.thinking };
  const { id, name, input } = block;
  return {
    tool_calls: [
      { index, id, type: "function", function: { name, arguments: JSON.stringify(input) } },
    ],
  };
}
