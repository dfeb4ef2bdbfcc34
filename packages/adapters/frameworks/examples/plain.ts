import { endSession } from "@snaphook/adapters";
import {
  modelWithHooks,
  type PlainMessage,
  type PlainModel,
  RefusedCall,
  withHooks,
} from "@snaphook/adapters/plain";
import { createHooks } from "@snaphook/engine";
import { shell } from "./shell.ts";

/** An agent that is a loop of your own, with the hooks of the project in `cwd`. */
export async function runAgent(
  model: PlainModel,
  prompts: readonly string[],
  cwd: string,
): Promise<readonly string[]> {
  const hooks = await createHooks({ cwd, sessionId: "s1", trustProject: true });
  const tools = withHooks(
    { Bash: ({ command }: { readonly command: string }) => shell(command, cwd) },
    hooks,
  );
  const ask = modelWithHooks(model, hooks);
  const messages: PlainMessage[] = [];
  const answers: string[] = [];
  try {
    for (const prompt of prompts) {
      messages.push({ role: "user", content: prompt });
      let answer = await ask(messages);
      while (answer.calls?.length) {
        messages.push({ role: "assistant", content: JSON.stringify(answer.calls) });
        for (const { id, input } of answer.calls)
          messages.push({ role: "tool", content: await result(String(input["command"]), id) });
        answer = await ask(messages);
      }
      messages.push({ role: "assistant", content: answer.text });
      answers.push(answer.text);
    }
  } finally {
    await endSession(hooks);
  }
  return answers;

  async function result(command: string, id: string): Promise<string> {
    try {
      return await tools.Bash({ command }, { id });
    } catch (error) {
      if (error instanceof RefusedCall) return error.message;
      throw error;
    }
  }
}
