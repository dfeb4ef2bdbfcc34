import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { MemorySaver } from "@langchain/langgraph";
import { endSession } from "@snaphook/adapters";
import { withHooks } from "@snaphook/adapters/langchain";
import { createHooks } from "@snaphook/engine";
import * as langchain from "langchain";
import { z } from "zod";
import { shell } from "./shell.ts";

/** An agent of LangChain with the hooks of the project in `cwd`. */
export async function runAgent(
  model: BaseChatModel,
  prompts: readonly string[],
  cwd: string,
): Promise<readonly string[]> {
  const hooks = await createHooks({ cwd, sessionId: "s1", trustProject: true });
  const bash = langchain.tool(({ command }) => shell(command, cwd), {
    name: "Bash",
    description: "Runs a command",
    schema: z.object({ command: z.string() }),
  });
  const checkpointer = new MemorySaver();
  const agent = langchain.createAgent(
    withHooks({ model, tools: [bash], checkpointer }, hooks, { langchain }),
  );
  const answers: string[] = [];
  try {
    for (const content of prompts) {
      const { messages } = await agent.invoke(
        { messages: [{ role: "user", content }] },
        { configurable: { thread_id: "s1" } },
      );
      answers.push(messages.at(-1)?.text ?? "");
    }
  } finally {
    await endSession(hooks);
  }
  return answers;
}
