import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Behaviour } from "../../adapters/src/testing/behaviour.ts";
import { behaviours } from "../../adapters/src/testing/behaviours.ts";
import type { Driver } from "../../adapters/src/testing/driver.ts";
import { runPlay } from "../../adapters/src/testing/run-play.ts";
import { judgeBy } from "./calls/permission.ts";
import { checkHooks } from "./check-hooks.ts";
import { createGateway } from "./gateway.ts";

type Json = Record<string, unknown>;
type Limit = Driver["cannot"][number];

/** What hooks cannot do in front of an MCP server; docs/gateway.md says the same. */
const cannot: readonly Limit[] = [
  { cannot: "stop", because: "a hook ended the turn, which no MCP server can do" },
  { cannot: "defer", because: "a hook ended the turn, which no MCP server can do" },
  { cannot: "initial-prompt", because: "an MCP server sends no prompts" },
  { cannot: "prompt", because: "a gateway does not fire UserPromptSubmit" },
  { cannot: "prompt-refusal", because: "a gateway does not fire UserPromptSubmit" },
  { cannot: "send-back", because: "a gateway does not fire Stop" },
  { cannot: "subagent", because: "a gateway does not fire SubagentStart" },
  { cannot: "stream", because: "the client talks to the model", byTypes: true },
  { cannot: "model-failure", because: "the client talks to the model", byTypes: true },
  { cannot: "session-end", because: "prompts and turns happen in the client", byTypes: true },
  { cannot: "framework-approval", because: "the client asks before its call", byTypes: true },
];

/** A small agent that is an MCP client, with a gateway before its tools. */
const driver: Driver = {
  name: "gateway",
  cannot,
  async run({ hooks, options, tools, prompts, model, signal, play }) {
    const { tellUser = () => {}, ask, permission } = options;
    await checkHooks(hooks, { untrusted: "skip", report: tellUser });
    const bySettings = judgeBy(hooks, { serverName: "tools", askFirst: false });
    const waiting = new Map<unknown, (message: Json) => void>();
    const running = new Map<unknown, AbortController>();
    const toClient = (text: string) => receive(JSON.parse(text));
    const gateway = createGateway({
      hooks,
      serverName: "tools",
      // The table has the tools of an agent.
      toolNames: new Map(
        Object.keys(tools).map((name) => [name, options.toolNames?.[name] ?? name]),
      ),
      judge: (tool, input) => (permission && play.permission) || bySettings(tool, input),
      server: { send: async (text) => void serve(JSON.parse(text)) },
      toClient,
      report: tellUser,
    });
    const send = (message: Json) =>
      gateway.fromClient(Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message })));

    async function serve({ id, method, params }: Json): Promise<void> {
      const answer = (result: Json) =>
        gateway.fromServer(Buffer.from(JSON.stringify({ jsonrpc: "2.0", id, result })));
      const { name, arguments: input, requestId } = (params ?? {}) as Json;
      if (method === "notifications/cancelled") running.get(requestId)?.abort();
      if (method === "initialize") await answer({ protocolVersion: "2025-06-18" });
      if (method !== "tools/call") return;
      const abort = new AbortController();
      running.set(id, abort);
      try {
        const text = await tools[String(name)]?.(input as Json, { signal: abort.signal });
        await answer({ content: [{ type: "text", text }] });
      } catch (error) {
        await answer({ content: [{ type: "text", text: String(error) }], isError: true });
      }
    }

    async function receive(message: Json): Promise<void> {
      const { id, method } = message;
      if (method !== "elicitation/create") return waiting.get(id)?.(message);
      await send({ id, result: { action: "accept", content: { approve: play.user === true } } });
    }

    const request = (id: string, method: string, params: object): Promise<Json> =>
      new Promise((resolve, reject) => {
        waiting.set(id, resolve);
        signal.addEventListener("abort", async () => {
          await send({ method: "notifications/cancelled", params: { requestId: id } });
          reject(signal.reason);
        });
        void send({ id, method, params });
      });

    const capabilities = ask === undefined || ask === false ? {} : { elicitation: {} };
    const { result } = await request("init", "initialize", { capabilities });
    const read = [JSON.stringify(result)];
    const answers: string[] = [];
    for (const prompt of prompts) {
      read.push(prompt);
      for (;;) {
        const { text, calls } = await model(read.join("\n"));
        if (calls.length === 0) {
          answers.push(text);
          break;
        }
        const results = await Promise.all(
          calls.map(({ id, name, input }) => request(id, "tools/call", { name, arguments: input })),
        );
        read.push(...results.map((one) => JSON.stringify(one)));
      }
    }
    await setImmediate();
    return answers;
  },
};

/** A stop at the start of a session needs that as well. */
const limitOf = ({ name, needs }: Behaviour): Limit | undefined =>
  cannot.find(
    (limit) => limit.cannot === (/SessionStart hook that stops/.test(name) ? "stop" : needs),
  );

describe("the behaviours of every agent, through the gateway", () => {
  for (const behaviour of behaviours) {
    const { name, play, check } = behaviour;
    const limit = limitOf(behaviour);
    if (limit === undefined) it(name, async () => check(await runPlay(driver, play)));
    else if (!limit.byTypes)
      it(`${name}: cannot, because ${limit.because}`, async () => {
        const { userRead } = await runPlay(driver, play);
        expect(userRead.join("\n")).toContain(limit.because);
      });
  }
});
