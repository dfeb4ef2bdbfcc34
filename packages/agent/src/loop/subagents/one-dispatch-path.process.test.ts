import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rawServer } from "../../mcp/testing/servers.ts";
import {
  type Plan,
  type PlannedCall,
  plannedModel,
  promptOf,
  startAgent,
} from "../testing/planned-model.ts";
import { newFolders, play } from "../testing/play.ts";

/** A call that leaves its name in a file if it runs, every fifth by an MCP server; every fourth is refused by a hook. */
function callsIn(file: string) {
  let made = 0;
  return {
    next(): PlannedCall {
      made += 1;
      const mark = `${made % 4 === 0 ? "REFUSED" : "RAN"}_${made}_`;
      return made % 5 === 0
        ? { tool: "mcp__raw__log", input: { text: mark } }
        : { tool: "Bash", input: { command: `echo ${mark} >> ${file}` } };
    },
    made: () => made,
  };
}

/** A tree of agents, as random numbers shape it: subagents, nested ones, and background ones of the main agent. */
function plan(next: () => PlannedCall, random: (below: number) => number, depth = 0): Plan {
  const steps = Array.from({ length: depth === 0 ? 10 : 1 + random(2) }, () =>
    Array.from({ length: depth === 0 ? 4 : 3 }, () => {
      if (depth > 2 || random(3) > 0) return next();
      const inBackground = depth === 0 && random(2) === 0;
      return startAgent(plan(next, random, depth + 1), { run_in_background: inBackground });
    }),
  );
  return { steps };
}

describe("one dispatch path", () => {
  it("E23 G7 in a session of 200 calls at all depths, as many tools run as PreToolUse let run, and no refused one", async () => {
    const folders = newFolders();
    const file = join(folders.cwd, "ran.txt");
    const calls = callsIn(file);
    const seed = 11;
    const random = seeded(seed);
    const main = plan(calls.next, random);
    while (calls.made() < 200)
      Object.assign(main, { steps: [...main.steps, [startAgent(plan(calls.next, random, 1))]] });
    const byHook = { steps: [[calls.next(), calls.next()], [calls.next()]] };

    let isDone = false;
    const { hookInputs, results, events, session } = await play({
      in: folders,
      prompts: [promptOf(main)],
      model: async () => plannedModel(),
      mcpConfig: [rawServer([], { env: { RAW_LOG: file } })],
      userSettings: {
        permissions: { allow: ["Bash", "mcp__raw"] },
        hooks: { Stop: [{ hooks: [{ type: "agent", prompt: promptOf(byHook) }] }] },
      },
      answers: {
        PreToolUse: (input) =>
          JSON.stringify(input["tool_input"]).includes("REFUSED_")
            ? { decision: "block", reason: "no" }
            : {},
      },
      afterPrompts: async (open) => {
        while (await open.waitForAgents()) await open.reportAgents();
        isDone = true;
      },
    });
    expect(isDone).toBe(true);
    expect(session.id).toBeTruthy();
    expect(results[0]?.terminalReason).toBe("completed");

    const before = hookInputs.filter((input) => input["hook_event_name"] === "PreToolUse");
    const marked = before.filter((input) => input["tool_name"] !== "Agent");
    const refused = marked.filter((input) => JSON.stringify(input).includes("REFUSED_"));
    const ran = readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .filter((line) => /^(?:RAN|REFUSED)_/.test(line));
    const marks = (inputs: typeof before) =>
      inputs.map((input) => /(?:RAN|REFUSED)_\d+_/.exec(JSON.stringify(input))?.[0]).sort();

    // Every call was dispatched; those that were not refused ran, each once for each dispatch.
    expect(marked.length).toBeGreaterThanOrEqual(200);
    expect(new Set(marks(marked)).size).toBe(calls.made());
    expect(ran.filter((mark) => mark.startsWith("REFUSED"))).toEqual([]);
    expect([...ran].sort()).toEqual(marks(marked.filter((input) => !refused.includes(input))));

    expect(new Set(marked.map((input) => input["tool_name"]))).toEqual(
      new Set(["Bash", "mcp__raw__log"]),
    );
    // The same holds for Agent, at every depth that occurred.
    const started = hookInputs.filter((input) => input["hook_event_name"] === "SubagentStart");
    expect(started).toHaveLength(before.filter((input) => input["tool_name"] === "Agent").length);
    const depths = new Set(marked.map((input) => input["agent_depth"]));
    expect([...depths].filter((depth) => depth !== undefined).sort()).toEqual([1, 2, 3]);
    // Calls of the agent hook have an id, but are of no subagent.
    expect(
      marked.filter(
        (input) => input["agent_id"] !== undefined && input["agent_type"] === undefined,
      ),
    ).not.toEqual([]);
    expect(events.filter(({ type }) => type === "result").length).toBeGreaterThan(1);
  }, 60_000);
});

/** Numbers that are the same in every run. */
function seeded(seed: number): (below: number) => number {
  const [values = []] = fc.sample(fc.array(fc.nat(1_000_000), { minLength: 500, maxLength: 500 }), {
    seed,
    numRuns: 1,
  });
  let index = 0;
  return (below) => (values[index++ % values.length] ?? 0) % below;
}
