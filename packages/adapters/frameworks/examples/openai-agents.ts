import { Agent, MemorySession, type Model, Runner, tool } from "@openai/agents";
import { endSession } from "@snaphook/adapters";
import { toolError, withHooks } from "@snaphook/adapters/openai-agents";
import { createHooks } from "@snaphook/engine";
import { z } from "zod";
import { shell } from "./shell.ts";

/** An agent of the OpenAI Agents SDK with the hooks of the project in `cwd`. */
export async function runAgent(
  model: Model,
  prompts: readonly string[],
  cwd: string,
): Promise<readonly string[]> {
  const hooks = await createHooks({ cwd, sessionId: "s1", trustProject: true });
  const bash = tool({
    name: "Bash",
    description: "Runs a command",
    parameters: z.object({ command: z.string() }),
    errorFunction: toolError,
    execute: ({ command }) => shell(command, cwd),
  });
  const agent = new Agent(withHooks({ name: "Helper", model, tools: [bash] }, hooks));
  const runner = new Runner({ tracingDisabled: true });
  const session = new MemorySession();
  const answers: string[] = [];
  try {
    for (const prompt of prompts) {
      const { finalOutput } = await runner.run(agent, prompt, { session });
      answers.push(String(finalOutput));
    }
  } finally {
    await endSession(hooks);
  }
  return answers;
}
