import { tool } from "@langchain/core/tools";
import { Command, interrupt, MemorySaver } from "@langchain/langgraph";
import { cannot, withHooks } from "@snaphook/adapters/langchain";
import * as langchain from "langchain";
import { z } from "zod";
import { ScriptedModel } from "../../../examples/frameworks/models/langchain.ts";
import type { Driver } from "../src/testing/driver.ts";
import { testBehaviours } from "../src/testing/suite.ts";

const driver: Driver = {
  name: "LangChain",
  cannot,
  run: async ({ hooks, options, tools, prompts, model, signal, play }) => {
    const agent = langchain.createAgent(
      withHooks(
        {
          model: new ScriptedModel(model),
          checkpointer: new MemorySaver(),
          tools: Object.entries(tools).map(([name, run]) =>
            tool((input, config) => run(input, config?.signal && { signal: config.signal }), {
              name,
              description: name,
              schema: z.record(z.string(), z.unknown()),
            }),
          ),
        },
        hooks,
        { ...options, langchain, interrupt },
      ),
    );
    const config = { configurable: { thread_id: "1" }, signal };
    /** The state after a run; streamed, the last of its states. */
    const run = async (input: Parameters<typeof agent.invoke>[0]) => {
      if (!play.streams) return agent.invoke(input, config);
      const states = await agent.stream(input, { ...config, streamMode: "values" });
      return (await Array.fromAsync(states)).at(-1) ?? { messages: [] };
    };
    const answers: string[] = [];
    for (const prompt of prompts) {
      let state = await run({ messages: [{ role: "user", content: prompt }] });
      while ("__interrupt__" in state && state.__interrupt__)
        state = await run(new Command({ resume: { behavior: play.approves ? "allow" : "deny" } }));
      answers.push(state.messages.at(-1)?.text ?? "");
    }
    return answers;
  },
};

testBehaviours(driver);
