import { cannot, withHooks } from "@snaphook/adapters/ai-sdk";
import {
  generateText,
  jsonSchema,
  type ModelMessage,
  stepCountIs,
  streamText,
  ToolLoopAgent,
  tool,
} from "ai";
import { MockLanguageModelV4, simulateReadableStream } from "ai/test";
import type { Driver, ModelAnswer } from "../src/testing/driver.ts";
import { testBehaviours } from "../src/testing/suite.ts";

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
const scripted = (model: (read: string) => Promise<ModelAnswer>) =>
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

type Run = (
  messages: ModelMessage[],
  abortSignal: AbortSignal,
) => Promise<{ readonly text: string; readonly response: readonly ModelMessage[] }>;

/** A conversation: what the user approves is answered, and the agent continues. */
async function converse(
  run: Run,
  prompts: readonly string[],
  abortSignal: AbortSignal,
  approves: boolean | undefined,
): Promise<string[]> {
  const messages: ModelMessage[] = [];
  const answers: string[] = [];
  for (const prompt of prompts) {
    messages.push({ role: "user", content: prompt });
    for (;;) {
      const { text, response } = await run(messages, abortSignal);
      messages.push(...response);
      const requests = response.flatMap(({ content }) =>
        typeof content === "string"
          ? []
          : content.filter(({ type }) => type === "tool-approval-request"),
      );
      if (requests.length === 0) {
        answers.push(text);
        break;
      }
      messages.push({
        role: "tool",
        content: requests.flatMap((request) =>
          "approvalId" in request
            ? [
                {
                  type: "tool-approval-response" as const,
                  approvalId: request.approvalId,
                  approved: approves ?? false,
                },
              ]
            : [],
        ),
      });
    }
  }
  return answers;
}

const driver = (
  name: string,
  runs: (settings: ReturnType<typeof settingsOf>, streams: boolean) => Run,
): Driver => ({
  name,
  cannot,
  run: ({ hooks, options, tools, prompts, model, signal, play }) =>
    converse(
      runs(withHooks(settingsOf(tools, model), hooks, options), play.streams ?? false),
      prompts,
      signal,
      play.approves,
    ),
});

const settingsOf = (
  tools: Parameters<Driver["run"]>[0]["tools"],
  model: Parameters<Driver["run"]>[0]["model"],
) => ({
  model: scripted(model),
  maxRetries: 0,
  stopWhen: stepCountIs(20),
  tools: Object.fromEntries(
    Object.entries(tools).map(([name, run]) => [
      name,
      tool({
        description: name,
        inputSchema: jsonSchema<Record<string, unknown>>({ type: "object" }),
        execute: (input, { abortSignal }) => run(input, abortSignal && { signal: abortSignal }),
      }),
    ]),
  ),
});

testBehaviours(
  driver(
    "AI SDK: generateText and streamText",
    (settings, streams) => async (messages, abortSignal) => {
      if (!streams) {
        const { text, response } = await generateText({ ...settings, messages, abortSignal });
        return { text, response: response.messages };
      }
      const result = streamText({ ...settings, messages, abortSignal, onError: () => {} });
      return { text: await result.text, response: (await result.response).messages };
    },
  ),
);

testBehaviours(
  driver("AI SDK: ToolLoopAgent", (settings, streams) => {
    const agent = new ToolLoopAgent(settings);
    return async (messages, abortSignal) => {
      const result = streams
        ? await agent.stream({ messages, abortSignal })
        : await agent.generate({ messages, abortSignal });
      return { text: await result.text, response: (await result.response).messages };
    };
  }),
);
