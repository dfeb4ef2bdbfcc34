// An agent of LangChain.
import { MemorySaver } from "@langchain/langgraph";
import { endSession, firedEvents } from "@snaphook/adapters";
import { withHooks } from "@snaphook/adapters/langchain";
import { createHooks } from "@snaphook/engine";
import * as langchain from "langchain";
import { z } from "zod";
import { ScriptedModel } from "./models/langchain.ts";
import { model, printAnswer, project, prompts, shell, tellUser } from "./session.ts";

// Trusts the project. An agent for other people's projects asks its user first.
const hooks = await createHooks({
  cwd: project,
  sessionId: "langchain",
  trustProject: true,
  fires: firedEvents,
});
const bash = langchain.tool(({ command }) => shell(command), {
  name: "Bash",
  description: "Runs a command",
  schema: z.object({ command: z.string() }),
});
const settings = {
  model: new ScriptedModel(model),
  tools: [bash],
  checkpointer: new MemorySaver(),
};
const agent = langchain.createAgent(withHooks(settings, hooks, { langchain, tellUser }));

const config = { configurable: { thread_id: "1" } };
for (const prompt of prompts()) {
  const { messages } = await agent.invoke(
    { messages: [{ role: "user", content: prompt }] },
    config,
  );
  printAnswer(messages.at(-1)?.text ?? "");
}
await endSession(hooks, { tellUser });
