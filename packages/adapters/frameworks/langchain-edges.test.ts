import { tool } from "@langchain/core/tools";
import {
  Command,
  interrupt,
  MemorySaver,
  MessagesAnnotation,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { withHooks } from "@snaphook/adapters/langchain";
import * as langchain from "langchain";
import { expect, it } from "vitest";
import { z } from "zod";
import { ScriptedModel } from "../../../examples/frameworks/models/langchain.ts";
import { bash, call, type Play, type Seen } from "../src/testing/behaviour.ts";
import type { Driver } from "../src/testing/driver.ts";
import { runPlay } from "../src/testing/run-play.ts";

type Stage = Parameters<Driver["run"]>[0];

/** Plays a session with an agent of the test's own. */
const playing = (play: Play, run: (stage: Stage) => Promise<readonly string[]>): Promise<Seen> =>
  runPlay({ name: "LangChain", cannot: [], run }, play);

const oneCall = [call(bash("a")), "done"];
const prompt = { messages: [{ role: "user", content: "do it" }] };

const toolOf = ({ tools }: Stage, name: string) =>
  tool((input: Record<string, unknown>) => tools[name]?.(input) ?? Promise.resolve(""), {
    name,
    description: name,
    schema: z.record(z.string(), z.unknown()),
  });

/** One prompt, and the answer to it. */
const answering = async (
  stage: Stage,
  settings: Parameters<typeof langchain.createAgent>[0] | object,
  more: object = {},
) => {
  const { hooks, options, model } = stage;
  const agent = langchain.createAgent({
    ...withHooks({ model: new ScriptedModel(model), ...settings }, hooks, {
      ...options,
      langchain,
      ...more,
    }),
  });
  const { messages } = await agent.invoke(prompt, { configurable: { thread_id: "1" } });
  return [messages.at(-1)?.text ?? ""];
};

const decides = (more: object) => ({
  PreToolUse: [
    { hooks: [() => ({ hookSpecificOutput: { hookEventName: "PreToolUse" as const, ...more } })] },
  ],
});

const replaces = (updatedToolOutput: unknown) => ({
  PostToolUse: [
    {
      hooks: [
        () => ({
          hookSpecificOutput: { hookEventName: "PostToolUse" as const, updatedToolOutput },
        }),
      ],
    },
  ],
});

it.each([undefined, null, "yes", {}])(
  "an answer to an interrupt that is not a clear yes (%s) refuses the call",
  async (answer) => {
    const { ran } = await playing(
      { hooks: decides({ permissionDecision: "ask" }), approves: true, model: oneCall },
      (stage) => answering(stage, { tools: [toolOf(stage, "Bash")] }, { interrupt: () => answer }),
    );
    expect(ran).toEqual([]);
  },
);

it("hooks judge the input that the tool gets, also if another middleware rewrites it", async () => {
  const { ran } = await playing(
    {
      hooks: {
        PreToolUse: [
          {
            hooks: [
              ({ tool_input }) =>
                tool_input["command"] === "rm x"
                  ? {
                      hookSpecificOutput: {
                        hookEventName: "PreToolUse",
                        permissionDecision: "deny",
                      },
                    }
                  : undefined,
            ],
          },
        ],
      },
      model: oneCall,
    },
    (stage) => {
      const rewriting = langchain.createMiddleware({
        name: "rewriting",
        wrapToolCall: (request, handler) =>
          handler({ ...request, toolCall: { ...request.toolCall, args: { command: "rm x" } } }),
      });
      return answering(stage, { tools: [toolOf(stage, "Bash")], middleware: [rewriting] });
    },
  );
  expect(ran).toEqual([]);
});

it("a refused prompt does not reach other middleware, which may have models", async () => {
  let read = 0;
  const reading = langchain.createMiddleware({
    name: "reading",
    wrapModelCall: (request, handler) => {
      read += 1;
      return handler(request);
    },
  });
  const { answers } = await playing(
    {
      hooks: { UserPromptSubmit: [{ hooks: [() => ({ decision: "block", reason: "secret" })] }] },
      model: ["never"],
    },
    (stage) => answering(stage, { tools: [], middleware: [reading] }),
  );
  expect(answers.join()).toContain("secret");
  expect(read).toBe(0);
});

it("a middleware that tries a tool again gets its error, and hooks get every failure", async () => {
  const { events, answers, modelRead } = await playing({ hooks: {}, model: oneCall }, (stage) => {
    let attempts = 0;
    const flaky = tool(
      async () => {
        attempts += 1;
        if (attempts === 1) throw new Error("busy");
        return "second attempt";
      },
      { name: "Bash", description: "Bash", schema: z.record(z.string(), z.unknown()) },
    );
    const retry = langchain.toolRetryMiddleware({ maxRetries: 2, initialDelayMs: 1 });
    return answering(stage, { tools: [flaky], middleware: [retry] });
  });
  expect(events.filter((event) => event.startsWith("PostToolUse"))).toEqual([
    "PostToolUseFailure Bash",
    "PostToolUse Bash",
  ]);
  expect(modelRead.at(-1)).toContain("second attempt");
  expect(answers).toEqual(["done"]);
});

it("a Stop hook that sends a structured answer back", async () => {
  const once = ({ stop_hook_active }: { readonly stop_hook_active?: boolean }) =>
    stop_hook_active ? undefined : ({ decision: "block", reason: "be more precise" } as const);
  const { modelRead, error } = await playing(
    {
      hooks: { Stop: [{ hooks: [once] }] },
      model: [
        call({ name: "extract-1" as "Bash", input: { n: 1 } }),
        call({ name: "extract-1" as "Bash", input: { n: 2 } }),
      ],
    },
    async (stage) => {
      const { hooks, options, model } = stage;
      const agent = langchain.createAgent({
        ...withHooks({ model: new ScriptedModel(model), tools: [] }, hooks, {
          ...options,
          langchain,
        }),
        responseFormat: langchain.toolStrategy({
          title: "extract-1",
          type: "object",
          properties: { n: { type: "number" } },
          required: ["n"],
        }),
      });
      const { structuredResponse } = await agent.invoke(prompt);
      expect(structuredResponse).toEqual({ n: 2 });
      return [];
    },
  );
  expect(error).toBeUndefined();
  expect(modelRead).toHaveLength(2);
  expect(modelRead[1]).toContain("be more precise");
});

it("tools of the provider: the user reads that hooks do not get their calls", async () => {
  const { userRead } = await playing({ hooks: {}, model: ["done"] }, (stage) =>
    answering(stage, { tools: [{ type: "web_search_20250305", name: "web_search" }] }),
  );
  expect(userRead.join("\n")).toContain("foreign-tools");
});

it("a tool that returns a command: what a hook puts in its place replaces it, and the user reads that", async () => {
  const { userRead, modelRead } = await playing(
    { hooks: replaces("hidden"), model: oneCall },
    (stage) => {
      const commanding = tool(
        async (_input, config) =>
          new Command({
            update: {
              messages: [
                new langchain.ToolMessage({
                  content: "from the command",
                  tool_call_id: config.toolCall?.id ?? "",
                }),
              ],
            },
          }),
        { name: "Bash", description: "Bash", schema: z.record(z.string(), z.unknown()) },
      );
      return answering(stage, { tools: [commanding] });
    },
  );
  expect(modelRead.at(-1)).toContain("hidden");
  expect(modelRead.at(-1)).not.toContain("from the command");
  expect(userRead.join("\n")).toContain("command-results");
});

it("the artifact of a result stays if a hook replaces its text", async () => {
  await playing({ hooks: replaces("short"), model: oneCall }, async (stage) => {
    const { hooks, options, model } = stage;
    const withArtifact = tool(async () => ["long", { rows: 3 }], {
      name: "Bash",
      description: "Bash",
      schema: z.record(z.string(), z.unknown()),
      responseFormat: "content_and_artifact",
    });
    const agent = langchain.createAgent(
      withHooks({ model: new ScriptedModel(model), tools: [withArtifact] }, hooks, {
        ...options,
        langchain,
      }),
    );
    const { messages } = await agent.invoke(prompt);
    const result = messages.find((message) => langchain.ToolMessage.isInstance(message));
    expect(result).toMatchObject({ content: "short", artifact: { rows: 3 } });
    return [];
  }).then(({ error }) => expect(error).toBeUndefined());
});

it("a tool that interrupts the run itself: hooks get its result once, and no failure", async () => {
  const { events, answers } = await playing({ hooks: {}, model: oneCall }, async (stage) => {
    const { hooks, options, model } = stage;
    const asking = tool(async () => `the user says ${interrupt("really?")}`, {
      name: "Bash",
      description: "Bash",
      schema: z.record(z.string(), z.unknown()),
    });
    const agent = langchain.createAgent(
      withHooks(
        { model: new ScriptedModel(model), tools: [asking], checkpointer: new MemorySaver() },
        hooks,
        { ...options, langchain },
      ),
    );
    const config = { configurable: { thread_id: "1" } };
    await agent.invoke(prompt, config);
    const { messages } = await agent.invoke(new Command({ resume: "yes" }), config);
    return [messages.at(-2)?.text ?? ""];
  });
  expect(answers).toEqual(["the user says yes"]);
  expect(events.filter((event) => event.startsWith("PostToolUse"))).toEqual(["PostToolUse Bash"]);
});

it("two calls that hooks ask about: each has its own answer", async () => {
  const { ran } = await playing(
    {
      hooks: decides({ permissionDecision: "ask" }),
      approves: true,
      model: [call(bash("a"), bash("b")), "done"],
    },
    async (stage) => {
      const { hooks, options, model } = stage;
      const agent = langchain.createAgent(
        withHooks(
          {
            model: new ScriptedModel(model),
            tools: [toolOf(stage, "Bash")],
            checkpointer: new MemorySaver(),
          },
          hooks,
          { ...options, langchain, interrupt },
        ),
      );
      const config = { configurable: { thread_id: "1" } };
      const first = await agent.invoke(prompt, config);
      const questions = "__interrupt__" in first ? (first.__interrupt__ ?? []) : [];
      expect(questions).toHaveLength(2);
      const resume = Object.fromEntries(
        questions.map(({ id = "", value }) => {
          const { input } = value as { readonly input: { readonly command: string } };
          return [id, { behavior: input.command === "b" ? "allow" : "deny" }];
        }),
      );
      const { messages } = await agent.invoke(new Command({ resume }), config);
      return [messages.at(-1)?.text ?? ""];
    },
  );
  expect(ran).toEqual(['Bash {"command":"b"}']);
});

it("a graph of your own: a call that hooks ask about interrupts it, and its checkpointer resumes it", async () => {
  const { ran, events } = await playing(
    { hooks: decides({ permissionDecision: "ask" }), approves: true, model: oneCall },
    async (stage) => {
      const { hooks, options, model } = stage;
      const agent = langchain.createAgent(
        withHooks({ model: new ScriptedModel(model), tools: [toolOf(stage, "Bash")] }, hooks, {
          ...options,
          langchain,
          interrupt,
        }),
      );
      const graph = new StateGraph(MessagesAnnotation)
        .addNode("agent", agent.graph)
        .addEdge(START, "agent")
        .compile({ checkpointer: new MemorySaver() });
      const config = { configurable: { thread_id: "1" } };
      await graph.invoke(prompt, config);
      const resume = { behavior: "allow" };
      const { messages } = await graph.invoke(new Command({ resume }), config);
      return [messages.at(-1)?.text ?? ""];
    },
  );
  expect(ran).toEqual(['Bash {"command":"a"}']);
  expect(events.filter((event) => event === "PreToolUse Bash")).toHaveLength(1);
});

it("an abort while hooks decide: nothing runs, and the run ends", async () => {
  const waits = {
    PreToolUse: [
      {
        hooks: [
          (_input: unknown, _id: unknown, signal: AbortSignal) =>
            new Promise<undefined>((resolve) =>
              signal.addEventListener("abort", () => resolve(undefined)),
            ),
        ],
      },
    ],
  };
  const { ran, modelRead, error } = await playing(
    { hooks: waits, approves: true, abortsIn: "hook", model: oneCall },
    async (stage) => {
      const { hooks, options, model, signal } = stage;
      const agent = langchain.createAgent(
        withHooks(
          {
            model: new ScriptedModel(model),
            tools: [toolOf(stage, "Bash")],
            checkpointer: new MemorySaver(),
          },
          hooks,
          { ...options, langchain, interrupt },
        ),
      );
      await agent.invoke(prompt, { configurable: { thread_id: "1" }, signal });
      return [];
    },
  );
  expect(ran).toEqual([]);
  expect(modelRead).toHaveLength(1);
  expect(error).toBeDefined();
});
