// An agent of the Claude Agent SDK.
import { createSdkMcpServer, query, tool } from "@anthropic-ai/claude-agent-sdk";
import { endSession } from "@snaphook/adapters";
import { withHooks } from "@snaphook/adapters/claude-agent-sdk";
import { createHooks } from "@snaphook/engine";
import { z } from "zod";
import { startServer } from "./models/claude-agent-sdk.ts";
import { model, printAnswer, project, prompts, shell, tellUser } from "./session.ts";

// Trusts the project. An agent for other people's projects asks its user first.
const hooks = await createHooks({
  cwd: project,
  sessionId: "claude-agent-sdk",
  trustProject: true,
});
const bash = tool("Bash", "Runs a command", { command: z.string() }, async ({ command }) => ({
  content: [{ type: "text", text: await shell(command) }],
}));
// The executable asks the script instead of a model. Leave `env` out to use yours.
const server = await startServer(model, "mcp__shell__");
const env = {
  PATH: process.env["PATH"],
  HOME: process.env["HOME"],
  ANTHROPIC_BASE_URL: server.url,
  ANTHROPIC_API_KEY: "none",
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
};
const options = withHooks(
  {
    cwd: project,
    env,
    settingSources: [],
    tools: [],
    allowedTools: ["mcp__shell__Bash"],
    mcpServers: { shell: createSdkMcpServer({ name: "shell", tools: [bash] }) },
  },
  hooks,
  { tellUser, toolNames: { mcp__shell__Bash: "Bash" } },
);

/** Each prompt after the answer to the one before. */
let answered = Promise.withResolvers<void>();
async function* userMessages() {
  for (const content of prompts()) {
    const message = { role: "user" as const, content };
    yield { type: "user" as const, message, parent_tool_use_id: null };
    await answered.promise;
    answered = Promise.withResolvers();
  }
}

for await (const message of query({ prompt: userMessages(), options })) {
  if (message.type !== "result") continue;
  printAnswer(message.subtype === "success" ? message.result : message.subtype);
  answered.resolve();
}
server.close();
await endSession(hooks, { tellUser });
