import { createSdkMcpServer, query, tool } from "@anthropic-ai/claude-agent-sdk";
import { endSession } from "@snaphook/adapters";
import { withHooks } from "@snaphook/adapters/claude-agent-sdk";
import { createHooks } from "@snaphook/engine";
import { z } from "zod";
import { shell } from "./shell.ts";

/** An agent of the Claude Agent SDK with the hooks of the project in `cwd`. `env` says where the model is. */
export async function runAgent(
  env: Readonly<Record<string, string | undefined>>,
  prompts: readonly string[],
  cwd: string,
): Promise<readonly string[]> {
  const hooks = await createHooks({ cwd, sessionId: "s1", trustProject: true });
  const bash = tool("Bash", "Runs a command", { command: z.string() }, async ({ command }) => ({
    content: [{ type: "text", text: await shell(command, cwd) }],
  }));
  const options = withHooks(
    {
      cwd,
      env,
      settingSources: [],
      tools: [],
      allowedTools: ["mcp__shell__Bash"],
      mcpServers: { shell: createSdkMcpServer({ name: "shell", tools: [bash] }) },
    },
    hooks,
    { toolNames: { mcp__shell__Bash: "Bash" } },
  );
  const answers: string[] = [];
  let turn = Promise.withResolvers<void>();
  async function* userMessages() {
    for (const content of prompts) {
      yield {
        type: "user" as const,
        message: { role: "user" as const, content },
        parent_tool_use_id: null,
      };
      await turn.promise;
      turn = Promise.withResolvers();
    }
  }
  try {
    for await (const message of query({ prompt: userMessages(), options }))
      if (message.type === "result") {
        answers.push(message.subtype === "success" ? message.result : message.subtype);
        turn.resolve();
      }
  } finally {
    await endSession(hooks);
  }
  return answers;
}
