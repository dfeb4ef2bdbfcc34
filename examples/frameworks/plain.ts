// An agent that is your own loop.
import { endSession, firedEvents } from "@snaphook/adapters";
import {
  modelWithHooks,
  type PlainMessage,
  RefusedCall,
  withHooks,
} from "@snaphook/adapters/plain";
import { createHooks } from "@snaphook/engine";
import { scripted } from "./models/plain.ts";
import { model, printAnswer, project, prompts, shell, tellUser } from "./session.ts";

// Trusts the project. An agent for other people's projects asks its user first.
const hooks = await createHooks({
  cwd: project,
  sessionId: "plain",
  trustProject: true,
  fires: firedEvents,
});
const tools = withHooks(
  { Bash: ({ command }: { readonly command: string }) => shell(command) },
  hooks,
  { tellUser },
);
const ask = modelWithHooks(scripted(model), hooks, { tellUser });

async function runBash(command: string, id: string): Promise<string> {
  try {
    return await tools.Bash({ command }, { id });
  } catch (error) {
    if (error instanceof RefusedCall) return error.message;
    throw error;
  }
}

const messages: PlainMessage[] = [];
for (const prompt of prompts()) {
  messages.push({ role: "user", content: prompt });
  let answer = await ask(messages);
  while (answer.calls?.length) {
    messages.push({ role: "assistant", content: JSON.stringify(answer.calls) });
    for (const { id, input } of answer.calls)
      messages.push({ role: "tool", content: await runBash(String(input["command"]), id) });
    answer = await ask(messages);
  }
  messages.push({ role: "assistant", content: answer.text });
  printAnswer(answer.text);
}
await endSession(hooks, { tellUser });
