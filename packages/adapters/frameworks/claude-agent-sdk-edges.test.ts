import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSdkMcpServer, query, tool } from "@anthropic-ai/claude-agent-sdk";
import { endSession } from "@snaphook/adapters";
import { withHooks } from "@snaphook/adapters/claude-agent-sdk";
import { type CodeHooks, createHooks, memoryTrace } from "@snaphook/engine";
import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { startServer } from "../../../examples/frameworks/models/claude-agent-sdk.ts";
import type { ModelAnswer } from "../../../examples/frameworks/models/model-answer.ts";

/** Runs an agent with a tool `Bash` and a subagent `Explore`. `model` gets all messages of a request, as JSON. */
async function play(
  hooks: CodeHooks,
  model: (request: string) => ModelAnswer,
  abortController = new AbortController(),
) {
  const folder = mkdtempSync(join(tmpdir(), "claude-agent-sdk-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const requests: string[] = [];
  const server = await startServer(async (request) => {
    requests.push(request);
    return model(request);
  }, "");
  onTestFinished(() => void server.close());
  const trace = memoryTrace();
  const session = await createHooks({
    cwd: folder,
    home: join(folder, "home"),
    managedFile: join(folder, "managed.json"),
    sessionId: "s1",
    env: { PATH: process.env["PATH"] },
    hooks,
    trace,
  });
  const ran: string[] = [];
  const bash = tool("Bash", "Runs a command", { command: z.string() }, async ({ command }) => {
    ran.push(command);
    return { content: [{ type: "text", text: `output of ${command}` }] };
  });
  const tellUser = () => {};
  const options = withHooks(
    {
      abortController,
      cwd: folder,
      env: {
        PATH: process.env["PATH"],
        HOME: folder,
        ANTHROPIC_BASE_URL: server.url,
        ANTHROPIC_API_KEY: "none",
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      },
      settingSources: [],
      tools: ["Agent"],
      agents: { Explore: { description: "Looks around", prompt: "You look around." } },
      allowedTools: ["Agent", "mcp__shell__Bash"],
      mcpServers: { shell: createSdkMcpServer({ name: "shell", tools: [bash] }) },
    },
    session,
    { tellUser, toolNames: { mcp__shell__Bash: "Bash" } },
  );
  const results: string[] = [];
  let error: unknown;
  try {
    for await (const message of query({ prompt: "do it", options }))
      if (message.type === "result" && message.subtype === "success") results.push(message.result);
  } catch (problem) {
    error = problem;
  }
  await endSession(session, { tellUser });
  return { requests, ran, results, error, events: trace.records() };
}

const calling = (name: string, input: Readonly<Record<string, unknown>>): ModelAnswer => ({
  text: "",
  calls: [{ id: `toolu_${name}`, name, input }],
});
const saying = (text: string): ModelAnswer => ({ text, calls: [] });

it("a subagent: hooks refuse its calls, add to its context and send it back, and know who it is", async () => {
  let sentBack = false;
  const { ran, requests, results, events } = await play(
    {
      SubagentStart: [
        {
          matcher: "Explore",
          hooks: [
            () => ({
              hookSpecificOutput: {
                hookEventName: "SubagentStart",
                additionalContext: "the hall is closed",
              },
            }),
          ],
        },
      ],
      PreToolUse: [
        { matcher: "Bash", hooks: [() => ({ decision: "block", reason: "not in this house" })] },
      ],
      SubagentStop: [
        {
          hooks: [
            () => {
              if (sentBack) return;
              sentBack = true;
              return { decision: "block", reason: "say more" };
            },
          ],
        },
      ],
    },
    (request) => {
      const isSubagent = !request.includes("do it");
      if (isSubagent && request.includes("say more")) return saying("Nothing at all was found.");
      if (isSubagent && request.includes("not in this house")) return saying("Nothing was found.");
      if (isSubagent) return calling("mcp__shell__Bash", { command: "rm -rf ." });
      if (request.includes("at all")) return saying("The subagent found nothing.");
      return calling("Agent", {
        description: "look",
        prompt: "look around",
        subagent_type: "Explore",
        run_in_background: false,
      });
    },
  );
  expect(ran).toEqual([]);
  expect(results).toEqual(["The subagent found nothing."]);
  const toSubagent = requests.filter((request) => !request.includes("do it"));
  expect(toSubagent).toHaveLength(3);
  for (const request of toSubagent) expect(request).toContain("the hall is closed");
  const call = events.find(
    ({ event, input }) => event === "PreToolUse" && input["tool_name"] === "Bash",
  );
  expect(call?.input).toMatchObject({ agent_type: "Explore", agent_id: expect.any(String) });
  expect(events.map(({ event }) => event)).toEqual(
    expect.arrayContaining(["SubagentStart", "SubagentStop"]),
  );
});

it.each(["hook", "model"])(
  "abort while a %s runs: the tool does not run, and nothing hangs",
  async (where) => {
    const abort = new AbortController();
    const unhandled: unknown[] = [];
    const onUnhandled = (reason: unknown) => void unhandled.push(reason);
    process.on("unhandledRejection", onUnhandled);
    onTestFinished(() => void process.off("unhandledRejection", onUnhandled));
    const { ran, results, error, events } = await play(
      { PreToolUse: [{ hooks: [() => void (where === "hook" && abort.abort())] }] },
      () => {
        if (where === "model") abort.abort();
        return calling("mcp__shell__Bash", { command: "ls" });
      },
      abort,
    );
    expect({ ran, results, unhandled }).toEqual({ ran: [], results: [], unhandled: [] });
    expect(error).toBeInstanceOf(Error);
    expect(events.at(-1)?.event).toBe("SessionEnd");
  },
);
