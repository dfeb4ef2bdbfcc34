import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { firedEvents } from "../../effects/fired-events.ts";
import { plannedModel, promptOf, startAgent } from "../testing/planned-model.ts";
import { newFolders, play } from "../testing/play.ts";

type Input = Readonly<Record<string, unknown>>;

it("G7 E23 ten subagents at once, hooks on every event, one agent and one hook crashing: all end, each agent's events in order", async () => {
  const folders = newFolders();
  const log = join(folders.home, "events.jsonl");
  const command = (text: string) => ({ hooks: [{ type: "command", command: text }] });
  const hooks: Record<string, object[]> = Object.fromEntries(
    firedEvents("reference", { asks: false, headless: true, env: {} }).map((event) => [
      event,
      [command(`cat >> ${log}`)],
    ]),
  );
  hooks["PostToolUse"]?.push(command("kill -SEGV $$"));
  const agents = Array.from({ length: 10 }, (_, number) => ({
    steps: [
      [{ tool: "Bash", input: { command: `echo a${number}` } }],
      [{ tool: "Bash", input: { command: `echo b${number}` } }],
    ],
    answer: `answer ${number}`,
    fails: number === 3,
  }));
  const { results, requests } = await play({
    in: folders,
    prompts: [promptOf({ steps: [agents.map((plan) => startAgent(plan))] })],
    model: async () => plannedModel(),
    userSettings: { hooks },
    // Only the hooks of the settings are observed.
    hooks: {},
  });
  expect(results[0]).toMatchObject({ terminalReason: "completed", numTurns: 11 });

  const inputs: readonly Input[] = readFileSync(log, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const byAgent = Object.groupBy(inputs, (input) => String(input["agent_id"] ?? "main"));
  const { main = [], ...inside } = byAgent;
  const call = ["PreToolUse", "PostToolUse", "PostToolBatch"];
  const orders = Object.values(inside).map((list = []) =>
    list.map((input) => input["hook_event_name"]).join(" "),
  );
  const good = ["SubagentStart", ...call, ...call, "SubagentStop"].join(" ");
  const crashed = ["SubagentStart", ...call, ...call, "StopFailure"].join(" ");
  expect([...orders].sort()).toEqual([...Array(9).fill(good), crashed].sort());

  const count = (name: string) => main.filter((one) => one["hook_event_name"] === name).length;
  expect([count("PreToolUse"), count("PostToolUse"), count("PostToolUseFailure")]).toEqual([
    10, 9, 1,
  ]);
  // The results are in the order of the calls, whichever agent ended first.
  const last = requests.findLast(({ purpose }) => purpose === "main");
  const texts = last?.messages
    .at(-1)
    ?.content.flatMap((block) =>
      block.type === "tool_result" ? [/answer \d|failed/.exec(block.content)?.[0]] : [],
    );
  expect(texts).toEqual(agents.map(({ answer, fails }) => (fails ? "failed" : answer)));
}, 60_000);
