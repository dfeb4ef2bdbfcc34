import { Agent, type AgentInputItem, Runner, type RunState, tool } from "@openai/agents";
import { cannot, toolError, withHooks } from "@snaphook/adapters/openai-agents";
import { scripted } from "../../../examples/frameworks/models/openai-agents.ts";
import type { Driver } from "../src/testing/driver.ts";
import { testBehaviours } from "../src/testing/suite.ts";

type Stage = Parameters<Driver["run"]>[0];

const agentOf = ({ hooks, options, tools, model }: Stage) =>
  new Agent(
    withHooks(
      {
        name: "agent",
        model: scripted(model),
        tools: Object.entries(tools).map(([name, run]) =>
          tool({
            name,
            description: name,
            strict: false,
            parameters: {
              type: "object",
              properties: {},
              required: [],
              additionalProperties: true,
            },
            errorFunction: toolError,
            execute: (input, _context, details) =>
              run(input as Record<string, unknown>, details?.signal && { signal: details.signal }),
          }),
        ),
      },
      hooks,
      options,
    ),
  );

/** Runs the agent once. `next`: its state, with the user's answers, if it waits for approvals. */
async function runOnce(
  agent: ReturnType<typeof agentOf>,
  input: AgentInputItem[] | RunState<undefined, ReturnType<typeof agentOf>>,
  { signal, play }: Stage,
) {
  const runner = new Runner({ tracingDisabled: true });
  const result = play.streams
    ? await runner.run(agent, input, { signal, stream: true })
    : await runner.run(agent, input, { signal });
  if ("completed" in result) await result.completed;
  const { interruptions, state, history } = result;
  for (const item of interruptions)
    if (play.approves) state.approve(item);
    else state.reject(item);
  if (interruptions.length > 0) return { next: state, history, answer: "" };
  return { next: undefined, history, answer: String(result.finalOutput) };
}

const driver: Driver = {
  name: "OpenAI Agents",
  cannot,
  run: async (stage) => {
    const agent = agentOf(stage);
    let history: AgentInputItem[] = [];
    const answers: string[] = [];
    for (const prompt of stage.prompts) {
      let done = await runOnce(agent, [...history, { role: "user", content: prompt }], stage);
      while (done.next) done = await runOnce(agent, done.next, stage);
      history = done.history;
      answers.push(done.answer);
    }
    return answers;
  },
};

testBehaviours(driver);
