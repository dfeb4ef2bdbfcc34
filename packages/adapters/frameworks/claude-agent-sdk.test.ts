import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSdkMcpServer, query, tool } from "@anthropic-ai/claude-agent-sdk";
import { cannot, withHooks } from "@snaphook/adapters/claude-agent-sdk";
import { z } from "zod";
import { startMessagesServer } from "../../../scripts/messages-api/messages-server.ts";
import type { Driver, ModelAnswer } from "../src/testing/driver.ts";
import { testBehaviours } from "../src/testing/suite.ts";

const shapes = {
  Bash: { command: z.string() },
  Write: { file_path: z.string(), content: z.string() },
  Broken: {},
  Wait: {},
};

const prefix = "mcp__tools__";

const contentOf = ({ text, calls }: ModelAnswer) => [
  ...(text === "" ? [] : [{ type: "text" as const, text }]),
  ...calls.map(({ id, name, input }) => ({
    type: "tool_use" as const,
    id,
    name: `${prefix}${name}`,
    input,
  })),
];

const driver: Driver = {
  name: "Claude Agent SDK",
  cannot,
  notApplicable: {
    subagent: "the executable starts subagents, and fires their events",
    stream: "the executable asks the model; there is one way to do it",
    "unfired-events": "the executable fires all events",
    abort: "the SDK ends the executable, which may send one more request before",
  },
  run: async ({ hooks, options, tools, prompts, model, signal, play }) => {
    const folder = mkdtempSync(join(tmpdir(), "claude-agent-sdk-"));
    let messages = 0;
    let failure: unknown;
    const server = await startMessagesServer(async (request) => {
      try {
        // The executable tries again.
        if (failure !== undefined) throw failure;
        const { messages: read } = JSON.parse(request);
        return { id: `msg_${++messages}`, content: contentOf(await model(JSON.stringify(read))) };
      } catch (error) {
        failure = error;
        return { status: 400, message: String(error) };
      }
    });
    const names = Object.keys(tools).map((name) => [
      `${prefix}${name}`,
      play.toolNames?.[name] ?? name,
    ]);
    const abortController = new AbortController();
    signal.addEventListener("abort", () => abortController.abort());
    const answers: string[] = [];
    try {
      let next = Promise.withResolvers<void>();
      async function* input() {
        for (const prompt of prompts) {
          yield {
            type: "user" as const,
            message: { role: "user" as const, content: prompt },
            parent_tool_use_id: null,
            session_id: "",
          };
          await next.promise;
          next = Promise.withResolvers();
        }
      }
      const run = query({
        prompt: input(),
        options: withHooks(
          {
            abortController,
            cwd: hooks.cwd,
            env: {
              PATH: process.env["PATH"],
              HOME: folder,
              ANTHROPIC_BASE_URL: server.url,
              ANTHROPIC_API_KEY: "none",
              CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
            },
            model: "claude-sonnet-4-5",
            tools: [],
            ...(play.user === undefined &&
              play.approves === undefined && {
                allowedTools: Object.keys(shapes).map((name) => `${prefix}${name}`),
              }),
            settingSources: [],
            systemPrompt: "You are an agent in a test.",
            mcpServers: {
              tools: createSdkMcpServer({
                name: "tools",
                tools: Object.entries(shapes).map(([name, shape]) =>
                  tool(name, name, shape, async (given: Record<string, unknown>) => {
                    const text = (await tools[name]?.(given, { signal })) ?? "";
                    return { content: [{ type: "text" as const, text }] };
                  }),
                ),
              }),
            },
            ...(play.approves !== undefined && {
              canUseTool: async (_name: string, given: Record<string, unknown>) =>
                play.approves
                  ? { behavior: "allow" as const, updatedInput: given }
                  : { behavior: "deny" as const, message: "the user said no" },
            }),
          },
          hooks,
          { ...options, toolNames: Object.fromEntries(names) },
        ),
      });
      for await (const message of run) {
        if (message.type !== "result") continue;
        if (message.subtype === "success" && !message.is_error) answers.push(message.result);
        else throw new Error(JSON.stringify(message));
        next.resolve();
      }
    } finally {
      server.close();
      rmSync(folder, { recursive: true, force: true });
    }
    return answers;
  },
};

testBehaviours(driver);
