import { type Model, type StreamEvent, Usage } from "@openai/agents";
import type { ModelAnswer } from "./model-answer.ts";

const outputOf = ({ text, calls }: ModelAnswer) => [
  ...(text === ""
    ? []
    : [
        {
          type: "message" as const,
          role: "assistant" as const,
          status: "completed" as const,
          content: [{ type: "output_text" as const, text }],
        },
      ]),
  ...calls.map(({ id, name, input }) => ({
    type: "function_call" as const,
    callId: id,
    name,
    status: "completed" as const,
    arguments: JSON.stringify(input),
  })),
];

const usage = { requests: 1, inputTokens: 1, outputTokens: 1, totalTokens: 2 };

/** The scripted model as one of the SDK. */
export const scripted = (model: (read: string) => Promise<ModelAnswer>): Model => ({
  getResponse: async ({ input }) => ({
    output: outputOf(await model(JSON.stringify(input))),
    usage: new Usage(usage),
  }),
  async *getStreamedResponse({ input }): AsyncIterable<StreamEvent> {
    const answer = await model(JSON.stringify(input));
    yield { type: "response_started" };
    if (answer.text !== "") yield { type: "output_text_delta", delta: answer.text };
    yield { type: "response_done", response: { id: "r", usage, output: outputOf(answer) } };
  },
});
