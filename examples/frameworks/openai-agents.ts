// An agent of the OpenAI Agents SDK.
import { Agent, MemorySession, Runner, tool } from "@openai/agents";
import { endSession, firedEvents } from "@snaphook/adapters";
import { toolError, withHooks } from "@snaphook/adapters/openai-agents";
import { createHooks } from "@snaphook/engine";
import { z } from "zod";
import { scripted } from "./models/openai-agents.ts";
import { model, printAnswer, project, prompts, shell, tellUser } from "./session.ts";

// Trusts the project. An agent for other people's projects asks its user first.
const hooks = await createHooks({
  cwd: project,
  sessionId: "openai-agents",
  trustProject: true,
  fires: firedEvents,
});
const bash = tool({
  name: "Bash",
  description: "Runs a command",
  parameters: z.object({ command: z.string() }),
  errorFunction: toolError,
  execute: ({ command }) => shell(command),
});
const config = { name: "Helper", model: scripted(model), tools: [bash] };
const agent = new Agent(withHooks(config, hooks, { tellUser }));

const runner = new Runner({ tracingDisabled: true });
const session = new MemorySession();
for (const prompt of prompts()) {
  const { finalOutput } = await runner.run(agent, prompt, { session });
  printAnswer(String(finalOutput));
}
await endSession(hooks, { tellUser });
