import { Agent, Runner, setTracingDisabled, tool } from "@openai/agents";
import { subagent } from "@snaphook/adapters";
import { toolError, withHooks } from "@snaphook/adapters/openai-agents";
import { expect, it } from "vitest";
import { z } from "zod";
import { scripted } from "../../../examples/frameworks/models/openai-agents.ts";
import type { ModelAnswer } from "../src/testing/driver.ts";
import { runPlay } from "../src/testing/run-play.ts";

setTracingDisabled(true);

const runner = new Runner({ tracingDisabled: true });
const calling = (...calls: ModelAnswer["calls"]): ModelAnswer => ({ text: "", calls });

it("handoff: both agents have the hooks of one session", async () => {
  const { events, answers, modelRead } = await runPlay(
    {
      name: "handoff",
      cannot: [],
      run: async ({ hooks, options, model, signal }) => {
        const billing = new Agent(
          withHooks({ name: "Billing", model: scripted(model) }, hooks, options),
        );
        const desk = new Agent(
          withHooks(
            {
              name: "Desk",
              model: scripted(async (read) => {
                await model(read);
                return calling({ id: "h1", name: "transfer_to_Billing", input: {} });
              }),
              handoffs: [billing],
            },
            hooks,
            options,
          ),
        );
        return [String((await runner.run(desk, "do it", { signal })).finalOutput)];
      },
    },
    {
      hooks: {
        SessionStart: [
          {
            hooks: [
              () => ({
                hookSpecificOutput: {
                  hookEventName: "SessionStart",
                  additionalContext: "the project is called Loom",
                },
              }),
            ],
          },
        ],
      },
      model: ["not read", "paid"],
    },
  );
  expect(answers).toEqual(["paid"]);
  expect(events).toEqual(["SessionStart startup", "UserPromptSubmit", "Stop", "SessionEnd other"]);
  for (const read of modelRead) expect(read.split("the project is called Loom")).toHaveLength(2);
});

it("two subagents at the same time: each has its own start, context and end", async () => {
  const { events, answers } = await runPlay(
    {
      name: "subagents",
      cannot: [],
      run: async ({ hooks, options, signal }) => {
        const explore = tool({
          name: "Explore",
          description: "Looks around",
          parameters: z.object({ place: z.string() }),
          errorFunction: toolError,
          execute: async ({ place }) => {
            const model = scripted(async (read) => ({
              text: `${place} ${read.split("look, do not touch").length - 1}`,
              calls: [],
            }));
            const own = subagent(hooks, { type: "Explore", id: place });
            const agent = new Agent(withHooks({ name: "Explorer", model }, own, options));
            return String((await runner.run(agent, place, { signal })).finalOutput);
          },
        });
        const answering = async (read: string): Promise<ModelAnswer> =>
          read.includes("hall 1") && read.includes("store 1")
            ? { text: "both", calls: [] }
            : calling(
                { id: "c1", name: "Explore", input: { place: "hall" } },
                { id: "c2", name: "Explore", input: { place: "store" } },
              );
        const agent = new Agent(
          withHooks({ name: "Main", model: scripted(answering), tools: [explore] }, hooks, options),
        );
        return [String((await runner.run(agent, "do it", { signal, maxTurns: 3 })).finalOutput)];
      },
    },
    {
      hooks: {
        SubagentStart: [
          {
            hooks: [
              () => ({
                hookSpecificOutput: {
                  hookEventName: "SubagentStart",
                  additionalContext: "look, do not touch",
                },
              }),
            ],
          },
        ],
      },
      model: [],
    },
  );
  expect(answers).toEqual(["both"]);
  const count = (name: string) => events.filter((event) => event === name).length;
  expect(count("SubagentStart Explore")).toBe(2);
  expect(count("SubagentStop Explore")).toBe(2);
  expect(count("PreToolUse Explore")).toBe(2);
  expect(count("Stop")).toBe(1);
});
