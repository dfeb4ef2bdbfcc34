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
import { scripted } from "../../../examples/frameworks/models/ai-sdk.ts";
import type { Driver } from "../src/testing/driver.ts";
import { testBehaviours } from "../src/testing/suite.ts";

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
        const { text, responseMessages } = await generateText({
          ...settings,
          messages,
          abortSignal,
        });
        return { text, response: responseMessages };
      }
      const result = streamText({ ...settings, messages, abortSignal, onError: () => {} });
      return { text: await result.text, response: await result.responseMessages };
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
      return { text: await result.text, response: await result.responseMessages };
    };
  }),
);
