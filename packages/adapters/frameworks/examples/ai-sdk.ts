import { endSession } from "@snaphook/adapters";
import { withHooks } from "@snaphook/adapters/ai-sdk";
import { createHooks } from "@snaphook/engine";
import { type LanguageModel, type ModelMessage, stepCountIs, ToolLoopAgent, tool } from "ai";
import { z } from "zod";
import { shell } from "./shell.ts";

/** An agent of the AI SDK with the hooks of the project in `cwd`. */
export async function runAgent(
  model: LanguageModel,
  prompts: readonly string[],
  cwd: string,
): Promise<readonly string[]> {
  const hooks = await createHooks({ cwd, sessionId: "s1", trustProject: true });
  const Bash = tool({
    description: "Runs a command",
    inputSchema: z.object({ command: z.string() }),
    execute: ({ command }) => shell(command, cwd),
  });
  const agent = new ToolLoopAgent(
    withHooks({ model, tools: { Bash }, stopWhen: stepCountIs(20) }, hooks),
  );
  const messages: ModelMessage[] = [];
  const answers: string[] = [];
  try {
    for (const prompt of prompts) {
      messages.push({ role: "user", content: prompt });
      const { text, responseMessages } = await agent.generate({ messages });
      messages.push(...responseMessages);
      answers.push(text);
    }
  } finally {
    await endSession(hooks);
  }
  return answers;
}
