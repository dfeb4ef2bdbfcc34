import type { ContentBlock } from "../messages-api/message-stream.ts";
import { type MessagesServer, startMessagesServer } from "../messages-api/messages-server.ts";

/**
 * A model whose prompt says how many calls it makes before it answers: `calls: 3`.
 * `onRequest` is called with the number of answers the conversation has, before each answer.
 */
export const startModel = (onRequest: (answers: number) => void): Promise<MessagesServer> =>
  startMessagesServer((request) => {
    const { messages } = JSON.parse(request) as { messages: readonly { role: string }[] };
    const answers = messages.filter(({ role }) => role === "assistant").length;
    onRequest(answers);
    const calls = Number(/calls: (\d+)/.exec(request)?.[1] ?? 0);
    return { id: `msg_${answers}`, content: [answers < calls ? callNumber(answers) : lastText] };
  });

export const lastWords = "All calls are made.";
const lastText: ContentBlock = { type: "text", text: lastWords };

const callNumber = (number: number): ContentBlock => ({
  type: "tool_use",
  id: `toolu_${number}`,
  name: "Bash",
  input: { command: `echo call ${number}`, description: "a step" },
});
