import type { Driver } from "../testing/driver.ts";
import { testBehaviours } from "../testing/suite.ts";
import { cannot } from "./cannot.ts";
import { modelWithHooks, type PlainMessage } from "./model-with-hooks.ts";
import { withHooks } from "./with-hooks.ts";

const driver: Driver = {
  name: "plain functions",
  cannot,
  run: async ({ hooks, options, tools, prompts, model, signal }) => {
    const guarded = withHooks(tools, hooks, options);
    const ask = modelWithHooks((read) => model(JSON.stringify(read)), hooks, options);
    const messages: PlainMessage[] = [];
    const answers: string[] = [];
    for (const prompt of prompts) {
      messages.push({ role: "user", content: prompt });
      for (;;) {
        const { text, calls = [] } = await ask(messages, { signal });
        messages.push({ role: "assistant", content: text });
        if (calls.length === 0) {
          answers.push(text);
          break;
        }
        const contents = await Promise.all(
          calls.map(async ({ id, name, input }) => {
            try {
              return await guarded[name]?.(input, { id, signal });
            } catch (error) {
              signal.throwIfAborted();
              return error instanceof Error ? error.message : String(error);
            }
          }),
        );
        for (const content of contents) messages.push({ role: "tool", content: content ?? "" });
      }
    }
    return answers;
  },
};

testBehaviours(driver);
