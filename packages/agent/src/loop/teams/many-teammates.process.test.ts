import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { firedEvents } from "../../effects/fired-events.ts";
import { type PlannedCall, plannedModel, promptOf, startAgent } from "../testing/planned-model.ts";
import { newFolders, play } from "../testing/play.ts";

type Input = Readonly<Record<string, unknown>>;
type Requests = Awaited<ReturnType<typeof play>>["requests"];

const names = ["a", "b", "c", "d", "e"];
/** Its model fails after it has sent its messages. */
const failing = "e";
const lasting = names.filter((name) => name !== failing);

/** Hooks on every event that log their input; one crashes, and one refuses marked commands. */
function hooksThatLog(log: string) {
  const command = (text: string) => ({ hooks: [{ type: "command", command: text }] });
  const hooks: Record<string, object[]> = Object.fromEntries(
    firedEvents("reference", { asks: false, headless: true, env: {} }).map((event) => [
      event,
      [command(`cat >> ${log}`)],
    ]),
  );
  hooks["PostToolUse"]?.push({ matcher: "Bash", ...command("kill -SEGV $$") });
  hooks["PreToolUse"]?.push({ matcher: "Bash", ...command("! grep -q REFUSED_ || exit 2") });
  return hooks;
}

/** Calls that leave their mark in a file if they run; every fifth is refused. */
function marking(file: string) {
  let made = 0;
  return {
    next(): PlannedCall {
      made += 1;
      const mark = `${made % 5 === 0 ? "REFUSED" : "RAN"}_${made}_`;
      return { tool: "Bash", input: { command: `echo ${mark} >> ${file}` } };
    },
    made: () => made,
  };
}

const send = (to: string, message: string): PlannedCall => ({
  tool: "SendMessage",
  input: { to, message },
});

/** A teammate with two subagents that writes two times to every other one and to the lead. */
const teammate = (name: string, call: () => PlannedCall): PlannedCall => {
  const others = lasting.filter((other) => other !== name);
  const writing = [1, 2].map((number) => [
    call(),
    ...others.map((other) => send(other, `${name}${number} to ${other};`)),
    send("team-lead", `${name}${number} to lead;`),
  ]);
  const helper = () => startAgent({ steps: [[call()]] });
  const steps = [[call(), helper(), helper()], ...writing];
  return startAgent({ steps, answer: `answer of ${name}`, fails: name === failing }, { name });
};

/** Everything that an agent was given. */
const readBy = (requests: Requests, name: string): string =>
  JSON.stringify(
    requests.findLast(({ request, purpose }) =>
      name === "lead"
        ? purpose === "main"
        : request.system.includes(`You are the teammate ${name} `),
    )?.messages,
  );

/** How the events of one agent end. */
function endOf(list: readonly Input[]): readonly string[] {
  const { agent_type, agent_depth } = list[0] ?? {};
  if (agent_depth !== 1) return ["SubagentStop"];
  return agent_type === failing ? ["StopFailure"] : ["SubagentStop", "TeammateIdle"];
}

it("G13 E23 E18 five teammates and ten subagents at once, hooks on every event, some crashing: no deadlock, no lost message, order kept, each tool dispatched", async () => {
  const folders = newFolders();
  const log = join(folders.home, "events.jsonl");
  const ran = join(folders.cwd, "ran.txt");
  const calls = marking(ran);
  const mates = names.map((name) => teammate(name, calls.next));
  const { requests, results, events } = await play({
    in: folders,
    prompts: [promptOf({ steps: [mates, [calls.next()], [send("*", "all of you;")]] })],
    model: async () => plannedModel(),
    userSettings: { hooks: hooksThatLog(log) },
    // Only the hooks of the settings are observed.
    hooks: {},
    afterPrompts: async (session) => {
      while (await session.waitForAgents()) await session.reportAgents();
    },
  });
  expect(results[0]?.terminalReason).toBe("completed");
  const inputs: readonly Input[] = readFileSync(log, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const named = (name: string) => inputs.filter((input) => input["hook_event_name"] === name);

  // As many tools ran as PreToolUse let run, and no refused one.
  const marks = named("PreToolUse")
    .filter((input) => input["tool_name"] === "Bash")
    .map((input) => /(?:RAN|REFUSED)_\d+_/.exec(JSON.stringify(input))?.[0]);
  expect(marks).toHaveLength(calls.made());
  const executed = readFileSync(ran, "utf8").trim().split("\n");
  expect(executed.sort()).toEqual(marks.filter((mark) => mark?.startsWith("RAN")).sort());

  // Each agent's events are in order.
  expect(named("SubagentStart")).toHaveLength(15);
  const { lead: _, ...inside } = Object.groupBy(inputs, ({ agent_id }) =>
    String(agent_id ?? "lead"),
  );
  for (const list of Object.values(inside)) {
    const own = (list ?? []).map((input) => String(input["hook_event_name"]));
    const end = endOf(list ?? []);
    expect(own[0]).toBe("SubagentStart");
    expect(own.slice(-end.length)).toEqual(end);
  }

  // Every message was read once, and those from one member to another in their order.
  for (const from of names)
    for (const to of [...lasting.filter((name) => name !== from), "lead"]) {
      const written = new RegExp(`${from} writes:\\\\n\\\\n${from}(\\d) to ${to};`, "g");
      const numbers = [...readBy(requests, to).matchAll(written)].map(([, number]) => number);
      expect(numbers, `${from} to ${to}`).toEqual(["1", "2"]);
    }
  const toLead = readBy(requests, "lead");
  for (const name of lasting) {
    expect(readBy(requests, name)).toContain("all of you;");
    expect(toLead).toContain(`answer of ${name}`);
  }
  // The one that failed read it, was not sent it any more, or it is reported.
  expect(toLead).toContain(`The teammate ${failing} has ended. The agent failed`);
  const wasSent = /sent to ([a-e, ]+)\./.exec(toLead)?.[1]?.split(", ").includes(failing);
  const wasRead = readBy(requests, failing).includes("all of you;");
  const lost = `a message from team-lead to ${failing} was not read, because ${failing} ended`;
  const isReported = events.some((event) => event.type === "notice" && event.text === lost);
  expect(wasSent).toBe(wasRead || isReported);
}, 60_000);
