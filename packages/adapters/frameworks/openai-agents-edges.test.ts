import {
  Agent,
  type Model,
  RunContext,
  Runner,
  RunState,
  setTracingDisabled,
  type Tool,
  tool,
  webSearchTool,
} from "@openai/agents";
import { toolError, withHooks } from "@snaphook/adapters/openai-agents";
import { expect, it } from "vitest";
import { z } from "zod";
import { scripted } from "../../../examples/frameworks/models/openai-agents.ts";
import { bash, call, type Play, type Seen } from "../src/testing/behaviour.ts";
import type { Driver } from "../src/testing/driver.ts";
import { runPlay } from "../src/testing/run-play.ts";

setTracingDisabled(true);

type Stage = Parameters<Driver["run"]>[0];

/** Plays a session with an agent of the test's own. */
const playing = (play: Play, run: (stage: Stage) => Promise<readonly string[]>): Promise<Seen> =>
  runPlay({ name: "OpenAI Agents", cannot: [], run }, play);

const runner = new Runner({ tracingDisabled: true });

/** One prompt, and the answer to it. */
const answering = async (agent: Agent, signal: AbortSignal, one = runner) => [
  String((await one.run(agent, "do it", { signal })).finalOutput),
];

const toolOf = ({ tools }: Stage, name: string, more: object = {}) =>
  tool({
    name,
    description: name,
    strict: false,
    parameters: { type: "object", properties: {}, required: [], additionalProperties: true },
    execute: (input: unknown) => tools[name]?.(input as Record<string, unknown>) ?? "",
    ...more,
  });

const agentOf = ({ hooks, options, model }: Stage, tools: Tool[], more: object = {}): Agent =>
  new Agent(withHooks({ name: "agent", model: scripted(model), tools, ...more }, hooks, options));

const asks = {
  PreToolUse: [
    {
      hooks: [
        () => ({
          hookSpecificOutput: {
            hookEventName: "PreToolUse" as const,
            permissionDecision: "ask" as const,
          },
        }),
      ],
    },
  ],
};

/** An agent whose model calls Bash with this text as its input. */
function agentCallingWith(given: string, stage: Stage): Agent {
  const plain = scripted(stage.model);
  const model: Model = {
    ...plain,
    getResponse: async (request) => {
      const { output, ...rest } = await plain.getResponse(request);
      const replaced = output.map((item) =>
        item.type === "function_call" ? { ...item, arguments: given } : item,
      );
      return { ...rest, output: replaced };
    },
  };
  const handMade = {
    ...toolOf(stage, "Bash"),
    invoke: async (_context: unknown, input: string) =>
      stage.tools["Bash"]?.({ command: input }) ?? "",
  };
  return agentOf(stage, [handMade], { model });
}

const badInputs = ['"rm x"', "[1]"];

it.each(badInputs)(
  "a call with the input %s is refused, because no hook can judge it",
  async (given) => {
    const { ran, events, modelRead } = await playing(
      { hooks: {}, model: [call(bash("x")), "done"] },
      (stage) => answering(agentCallingWith(given, stage), stage.signal),
    );
    expect(ran).toEqual([]);
    expect(events).not.toContain("PostToolUse Bash");
    expect(modelRead.at(-1)).toContain("not a JSON object");
  },
);

it.each(badInputs)(
  "a call with the input %s is refused even if the user approves it",
  async (given) => {
    const { ran, modelRead } = await playing(
      { hooks: {}, approves: true, model: [call(bash("x")), "done"] },
      async (stage) => {
        const agent = agentCallingWith(given, stage);
        let result = await runner.run(agent, "do it");
        if (result.interruptions.length > 0) {
          for (const item of result.interruptions) result.state.approve(item);
          result = await runner.run(agent, result.state);
        }
        return [String(result.finalOutput)];
      },
    );
    expect(ran).toEqual([]);
    expect(modelRead.at(-1)).toContain("not a JSON object");
  },
);

it("a tool whose errors the SDK hides: its failure is a failure, and the user reads how to show it", async () => {
  const { events, userRead, answers } = await playing(
    { hooks: {}, model: [call({ name: "Broken", input: {} }), "done"] },
    (stage) => answering(agentOf(stage, [toolOf(stage, "Broken")]), stage.signal),
  );
  expect(events).toContain("PostToolUseFailure Broken");
  expect(events).not.toContain("PostToolUse Broken");
  expect(userRead.join("\n")).toContain("errorFunction: toolError");
  expect(answers).toEqual(["done"]);
});

it("a tool whose errors end the run: hooks get the failure, and the run still ends", async () => {
  const { events, error, modelRead } = await playing(
    { hooks: {}, model: [call({ name: "Broken", input: {} }), "done"] },
    (stage) =>
      answering(agentOf(stage, [toolOf(stage, "Broken", { errorFunction: null })]), stage.signal),
  );
  expect(events).toContain("PostToolUseFailure Broken");
  expect(String(error)).toContain("the disk is full");
  expect(modelRead).toHaveLength(1);
});

it("an answer that used a hosted tool ends the turn: Stop is fired", async () => {
  const { events, userRead } = await playing({ hooks: {}, model: ["found"] }, (stage) => {
    const plain = scripted(stage.model);
    const model: Model = {
      ...plain,
      getResponse: async (request) => {
        const { output, ...rest } = await plain.getResponse(request);
        const search = {
          type: "hosted_tool_call" as const,
          name: "web_search_call",
          status: "completed",
        };
        return { ...rest, output: [search, ...output] };
      },
    };
    return answering(agentOf(stage, [], { model, tools: [webSearchTool()] }), stage.signal);
  });
  expect(events).toContain("Stop");
  expect(userRead.join("\n")).toContain("foreign-tools");
});

it("MCP servers: the user reads that hooks do not get their calls", async () => {
  const { userRead } = await playing({ hooks: {}, model: ["done"] }, async (stage) => {
    const { hooks, options, model } = stage;
    withHooks(
      { name: "agent", model: scripted(model), mcpServers: [{ name: "files" }] },
      hooks,
      options,
    );
    return [];
  });
  expect(userRead.join("\n")).toContain("foreign-tools");
});

it("approved for good: a second call that hooks ask about runs without another question", async () => {
  const { ran, answers, events } = await playing(
    { hooks: asks, approves: true, model: [call(bash("a")), call(bash("b")), "done"] },
    async (stage) => {
      const agent = agentOf(stage, [toolOf(stage, "Bash")]);
      const first = await runner.run(agent, "do it");
      for (const item of first.interruptions) first.state.approve(item, { alwaysApprove: true });
      const { finalOutput, interruptions } = await runner.run(agent, first.state);
      expect(interruptions).toEqual([]);
      return [String(finalOutput)];
    },
  );
  expect(ran).toEqual(['Bash {"command":"a"}', 'Bash {"command":"b"}']);
  expect(answers).toEqual(["done"]);
  expect(events.filter((event) => event === "PreToolUse Bash")).toHaveLength(2);
});

it.each([true, false])(
  "an answer (%s) to a state that was stored: the call is decided again in the new process",
  async (approves) => {
    const { ran } = await playing(
      { hooks: asks, approves, model: [call(bash("a")), "done"] },
      async (stage) => {
        const before = agentOf(stage, [toolOf(stage, "Bash")]);
        const stored = (await runner.run(before, "do it")).state.toString();
        const agent = agentOf(stage, [toolOf(stage, "Bash")]);
        const state = await RunState.fromString(agent, stored);
        for (const item of state.getInterruptions())
          if (approves) state.approve(item);
          else state.reject(item);
        return [String((await runner.run(agent, state)).finalOutput)];
      },
    );
    expect(ran).toHaveLength(approves ? 1 : 0);
  },
);

it("two calls that hooks ask about: one is approved, the other rejected", async () => {
  const { ran, modelRead } = await playing(
    { hooks: asks, approves: true, model: [call(bash("a"), bash("b")), "done"] },
    async (stage) => {
      const agent = agentOf(stage, [toolOf(stage, "Bash")]);
      const { interruptions, state } = await runner.run(agent, "do it");
      expect(interruptions).toHaveLength(2);
      for (const item of interruptions)
        if (item.arguments?.includes("b")) state.approve(item);
        else state.reject(item);
      return [String((await runner.run(agent, state)).finalOutput)];
    },
  );
  expect(ran).toEqual(['Bash {"command":"b"}']);
  expect(modelRead).toHaveLength(2);
});

it("an abort while hooks decide whether to ask: nothing runs, and the run ends", async () => {
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
    { hooks: waits, approves: true, abortsIn: "hook", model: [call(bash("a")), "done"] },
    (stage) => answering(agentOf(stage, [toolOf(stage, "Bash")]), stage.signal),
  );
  expect(ran).toEqual([]);
  expect(modelRead).toHaveLength(1);
  expect(error).toBeDefined();
});

it("a tool that is called past the Runner: a call that hooks ask about does not run", async () => {
  const { ran } = await playing({ hooks: asks, approves: true, model: [] }, async (stage) => {
    const { tools } = withHooks(
      { name: "agent", model: scripted(stage.model), tools: [toolOf(stage, "Bash")] },
      stage.hooks,
      stage.options,
    );
    const context = new RunContext();
    return [String(await tools[0]?.invoke(context, '{"command":"a"}'))];
  });
  expect(ran).toEqual([]);
});

it("a model of the Runner does not replace the agent's, which has hooks", async () => {
  const { events } = await playing({ hooks: {}, model: ["done"] }, (stage) => {
    const other = new Runner({ tracingDisabled: true, model: scripted(stage.model) });
    return answering(agentOf(stage, []), stage.signal, other);
  });
  expect(events).toContain("UserPromptSubmit");
});

it("a guardrail that judged another input than the tool gets: the user reads that", async () => {
  const rewrites = {
    PreToolUse: [
      {
        hooks: [
          () => ({
            hookSpecificOutput: {
              hookEventName: "PreToolUse" as const,
              updatedInput: { command: "b" },
            },
          }),
        ],
      },
    ],
  };
  const guardrail = { name: "any", run: async () => ({ behavior: { type: "allow" } }) };
  const { ran, userRead } = await playing(
    { hooks: rewrites, model: [call(bash("a")), "done"] },
    (stage) =>
      answering(
        agentOf(stage, [toolOf(stage, "Bash", { inputGuardrails: [guardrail] })]),
        stage.signal,
      ),
  );
  expect(ran).toEqual(['Bash {"command":"b"}']);
  expect(userRead.join("\n")).toContain("guardrails");
});

it("a tool with an output schema says in its own way that it was refused", async () => {
  const { ran, modelRead, answers } = await playing(
    { permission: { deny: "only on weekdays" }, model: [call(bash("a")), "done"] },
    (stage) => {
      const structured = tool({
        name: "Bash",
        description: "Bash",
        parameters: z.object({ command: z.string() }),
        outputSchema: z.object({ text: z.string() }),
        errorFunction: (_context, error) => ({ text: `error: ${String(error)}` }),
        execute: async (input) => ({ text: (await stage.tools["Bash"]?.(input)) ?? "" }),
      });
      return answering(agentOf(stage, [structured]), stage.signal);
    },
  );
  expect(ran).toEqual([]);
  expect(modelRead.at(-1)).toContain("error: RefusedCall");
  expect(modelRead.at(-1)).toContain("only on weekdays");
  expect(answers).toEqual(["done"]);
});

it.each([false, true])(
  "the usage of an answer before a Stop hook sent the agent back is counted (stream: %s)",
  async (stream) => {
    const once = ({ stop_hook_active }: { readonly stop_hook_active?: boolean }) =>
      stop_hook_active ? undefined : ({ decision: "block", reason: "more" } as const);
    await playing(
      { hooks: { Stop: [{ hooks: [once] }] }, model: ["one", "two"] },
      async (stage) => {
        const agent = agentOf(stage, []);
        const result = stream
          ? await runner.run(agent, "do it", { stream: true })
          : await runner.run(agent, "do it");
        if ("completed" in result) await result.completed;
        expect(result.state.usage).toMatchObject({ requests: 2, inputTokens: 2, totalTokens: 4 });
        return [];
      },
    ).then(({ error }) => expect(error).toBeUndefined());
  },
);

it("toolError without hooks is the message of the error", () => {
  expect(toolError(undefined, new Error("no"))).toBe("no");
});
