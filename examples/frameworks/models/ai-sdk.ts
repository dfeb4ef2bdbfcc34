import { MockLanguageModelV4, simulateReadableStream } from "ai/test";
import type { ModelAnswer } from "./model-answer.ts";

type Model = InstanceType<typeof MockLanguageModelV4>;
type Part =
  Awaited<ReturnType<Model["doStream"]>>["stream"] extends ReadableStream<infer One> ? One : never;
type Generated = Awaited<ReturnType<Model["doGenerate"]>>;

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

const contentOf = ({ text, calls }: ModelAnswer): Generated["content"] => [
  ...(text === "" ? [] : [{ type: "text" as const, text }]),
  ...calls.map(({ id, name, input }) => ({
    type: "tool-call" as const,
    toolCallId: id,
    toolName: name,
    input: JSON.stringify(input),
  })),
];

const finishOf = ({ calls }: ModelAnswer) => ({
  finishReason: {
    unified: calls.length > 0 ? ("tool-calls" as const) : ("stop" as const),
    raw: undefined,
  },
  usage,
});

/** The scripted model as one of the SDK. */
export const scripted = (model: (read: string) => Promise<ModelAnswer>) =>
  new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const answer = await model(JSON.stringify(prompt));
      return { content: contentOf(answer), ...finishOf(answer), warnings: [] };
    },
    doStream: async ({ prompt }) => {
      const answer = await model(JSON.stringify(prompt));
      const parts = contentOf(answer).flatMap((part): Part[] =>
        part.type === "text"
          ? [
              { type: "text-start", id: "0" },
              { type: "text-delta", id: "0", delta: part.text },
              { type: "text-end", id: "0" },
            ]
          : part.type === "tool-call"
            ? [part]
            : [],
      );
      const chunks: Part[] = [
        { type: "stream-start", warnings: [] },
        ...parts,
        { type: "finish", ...finishOf(answer) },
      ];
      return { stream: simulateReadableStream({ chunks }) };
    },
  });
