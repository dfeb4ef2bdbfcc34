import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  assistantMessage,
  type ContentBlock,
  messageStream,
} from "../messages-api/message-stream.ts";

/** A model on loopback. The prompt says how many calls it makes before it answers: `calls: 3`. */
export interface WorkingModel {
  readonly url: string;
  close(): void;
}

/** `onRequest` is called with the number of answers the conversation has, before each answer. */
export async function startModel(onRequest: (answers: number) => void): Promise<WorkingModel> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString("utf8");
    const { messages } = JSON.parse(text) as { messages: readonly { role: string }[] };
    const answers = messages.filter(({ role }) => role === "assistant").length;
    onRequest(answers);
    const calls = Number(/calls: (\d+)/.exec(text)?.[1] ?? 0);
    const content = [answers < calls ? callNumber(answers) : lastText];
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(messageStream(assistantMessage({ id: `msg_${answers}`, content })));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export const lastWords = "All calls are made.";
const lastText: ContentBlock = { type: "text", text: lastWords };

const callNumber = (number: number): ContentBlock => ({
  type: "tool_use",
  id: `toolu_${number}`,
  name: "Bash",
  input: { command: `echo call ${number}`, description: "a step" },
});
