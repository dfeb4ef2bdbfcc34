// An agent of the AI SDK.
import { endSession, firedEvents } from "@snaphook/adapters";
import { withHooks } from "@snaphook/adapters/ai-sdk";
import { createHooks } from "@snaphook/engine";
import { type ModelMessage, stepCountIs, ToolLoopAgent, tool } from "ai";
import { z } from "zod";
import { scripted } from "./models/ai-sdk.ts";
import { model, printAnswer, project, prompts, shell, tellUser } from "./session.ts";

// Trusts the project. An agent for other people's projects asks its user first.
const hooks = await createHooks({
  cwd: project,
  sessionId: "ai-sdk",
  trustProject: true,
  fires: firedEvents,
});
const Bash = tool({
  description: "Runs a command",
  inputSchema: z.object({ command: z.string() }),
  execute: ({ command }) => shell(command),
});
const settings = { model: scripted(model), tools: { Bash }, stopWhen: stepCountIs(20) };
const agent = new ToolLoopAgent(withHooks(settings, hooks, { tellUser }));

const messages: ModelMessage[] = [];
for (const prompt of prompts()) {
  messages.push({ role: "user", content: prompt });
  const { text, responseMessages } = await agent.generate({ messages });
  messages.push(...responseMessages);
  printAnswer(text);
}
await endSession(hooks, { tellUser });
