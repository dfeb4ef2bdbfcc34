import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { oneHook, openHooks } from "../testing/open-hooks.ts";
import { before, call, hooksOnHeldClock, hooksWith, isAlive, pidIn, until } from "./testing.ts";

const answer = (fields: object) =>
  `echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", ...fields } })}'`;

describe("P1 all hooks of an event", () => {
  it("start together", async () => {
    const meet = (own: string, other: string) =>
      `touch ../${own}; until test -e ../${other}; do sleep 0.01; done; echo met`;
    const { hooks, runs } = await hooksWith(before(meet("a", "b"), meet("b", "a")));
    await hooks.fire("PreToolUse", call());
    expect(runs.map(({ stdout }) => stdout.text)).toEqual(["met\n", "met\n"]);
  });

  it("have their own limits, and a failure does not affect the others", async () => {
    const { hooks, runs } = await hooksWith(
      before(
        { command: "sleep 20", timeout: 0.3 },
        { command: "sleep 0.6; echo late", timeout: 20 },
        { command: "/no/such/program", args: [] },
        "kill -SEGV $$",
        { command: "echo \0", args: [] },
        "exit 2",
      ),
    );
    expect(await hooks.fire("PreToolUse", call())).toMatchObject({ action: "refuse" });
    const planned = runs.toSorted((a, b) => a.planned.order - b.planned.order);
    expect(planned.map(({ end }) => end.how)).toEqual([
      "timedOut",
      "exited",
      "notFound",
      "killed",
      "couldNotStart",
      "exited",
    ]);
    expect(planned[1]?.stdout.text).toBe("late\n");
  });
});

describe("P2 a sequential group", () => {
  const rewrite = (command: string) =>
    answer({ permissionDecision: "allow", updatedInput: { command } });

  it("gets the input as the earlier hooks rewrote it", async () => {
    const { hooks, at } = await hooksWith({
      PreToolUse: [
        {
          sequential: true,
          hooks: [
            { command: `cat > ../one; sleep 0.2; touch ../first; ${rewrite("second")}` },
            { command: `test -e ../first && cat > ../two; ${rewrite("third")}` },
            { command: "cat > ../three" },
          ],
        },
        { hooks: [{ command: "cat > ../beside" }] },
      ],
    });
    const outcome = await hooks.fire("PreToolUse", call("Bash", { command: "first" }));
    const inputs = ["one", "two", "three", "beside"].map(
      (name) => JSON.parse(readFileSync(at(name), "utf8")).tool_input.command,
    );
    expect(inputs).toEqual(["first", "second", "third", "first"]);
    expect(outcome).toMatchObject({ input: { command: "third" } });
  });

  it("continues after a refusal and a failure, and ends with continue: false", async () => {
    const { hooks, runs } = await hooksWith({
      PreToolUse: [
        {
          sequential: true,
          hooks: [
            { command: "exit 2" },
            { command: "exit 1" },
            { command: 'echo \'{"continue": false, "stopReason": "enough"}\'' },
            { command: "echo never" },
          ],
        },
        { hooks: [{ command: "sleep 0.1; echo beside" }] },
      ],
    });
    await hooks.fire("PreToolUse", call());
    expect(runs.map(({ planned }) => planned.handler)).not.toContainEqual(
      expect.objectContaining({ command: "echo never" }),
    );
    expect(runs).toHaveLength(4);
  });
});

it.each([
  { type: "command", command: " " },
  { type: "http", url: " " },
  { type: "prompt", prompt: "" },
  { type: "agent", prompt: "\n" },
  { type: "mcp_tool", server: "files", tool: "" },
])("H8 a hook without a text has nothing to run or ask, so it fails: %j", async (handler) => {
  const never = () => Promise.reject(new Error("nothing was to be asked"));
  const { hooks, trace } = await openHooks({
    user: oneHook("PreToolUse", { ...handler, onFailure: "block" }),
    model: { ask: never },
    agent: { run: never },
    mcp: { call: never },
  });
  expect(await hooks.fire("PreToolUse", call())).toMatchObject({ action: "refuse" });
  const { end, failure } = trace.records()[0]?.ran[0] ?? {};
  expect(end).toEqual({ how: "couldNotStart", cause: expect.stringMatching(/^its \w+ is empty$/) });
  expect(failure).toMatchObject({ kind: "could-not-start" });
});

it("P3 the outcome is in plan order, whatever ends first; progress is reported as it happens", async () => {
  const say = (text: string) => `echo ${text}; echo ${text} >&2; exit 2`;
  const told = (text: string) => `until test -e ../${text}; do sleep 0.02; done`;
  const { hooks, runs, write } = await hooksWith(
    before(`${told("2")}; ${say("1")}`, `${told("3")}; ${say("2")}`, say("3")),
  );
  hooks.on((progress) => {
    if (progress.type === "run-ended") write(progress.run.stdout.text.trim(), "");
  });
  const outcome = await hooks.fire("PreToolUse", call());
  expect(runs.map(({ stdout }) => stdout.text)).toEqual(["3\n", "2\n", "1\n"]);
  expect(outcome.action === "refuse" && outcome.reasons.map((reason) => reason.at(-1))).toEqual([
    "1",
    "2",
    "3",
  ]);
});

it("P14 the host gets the status message when a hook starts", async () => {
  const { hooks } = await hooksWith(
    before({ command: "exit 0", statusMessage: "Checking …" }, "true"),
  );
  const heard: unknown[] = [];
  hooks.on((progress) =>
    heard.push(progress.type === "run-started" ? progress.statusMessage : progress.type),
  );
  await hooks.fire("PreToolUse", call());
  expect(heard).toEqual(["Checking …", undefined, "run-ended", "run-ended"]);
});

it("P14 a listener that throws breaks no dispatch", async () => {
  const { hooks } = await hooksWith(before("exit 2"));
  hooks.on(() => {
    throw new Error("listener");
  });
  const warned = new Promise<Error>((resolve) => process.once("warning", resolve));
  expect(await hooks.fire("PreToolUse", call())).toMatchObject({ action: "refuse" });
  expect((await warned).message).toContain("listener");
});

describe("P18 an abort", () => {
  it("ends every run of the event with its tree, and the action does not proceed", async () => {
    const hang = (name: string) =>
      `trap '' TERM; echo $$ > ../${name}; (setsid sh -c 'echo $$ > ../${name}-stray; exec sleep 600' &); while :; do sleep 0.1; done`;
    const { hooks, runs, at, clock } = await hooksOnHeldClock(before(hang("a"), hang("b")));
    const controller = new AbortController();
    const fired = hooks.fire("PreToolUse", call(), { signal: controller.signal });
    const names = ["a", "b", "a-stray", "b-stray"];
    const pids = await Promise.all(names.map((name) => pidIn(at(name))));
    controller.abort();
    expect((await fired).action).not.toBe("proceed");
    expect(runs.map(({ end }) => end.how)).toEqual(["cancelled", "cancelled"]);
    // Neither heeds SIGTERM: whoever waited for their end would wait for SIGKILL.
    expect(pids.slice(0, 2).map(isAlive)).toEqual([true, true]);
    await clock.pass(1500);
    await until(() => !pids.some(isAlive));
  });

  it("starts no later hook of a lane", async () => {
    const { hooks, at } = await hooksWith({
      PreToolUse: [
        {
          sequential: true,
          hooks: [{ command: "touch ../started; sleep 20" }, { command: "touch ../later" }],
        },
      ],
    });
    const controller = new AbortController();
    const fired = hooks.fire("PreToolUse", call(), { signal: controller.signal });
    await until(() => existsSync(at("started")));
    controller.abort();
    await fired;
    await hooks.close();
    expect(existsSync(at("later"))).toBe(false);
  });

  it("before the start starts nothing, and neither does an engine that was closed", async () => {
    const { hooks, at } = await hooksWith(before("touch ../ran"));
    await hooks.fire("PreToolUse", call(), { signal: AbortSignal.abort() });
    await hooks.close();
    await expect(hooks.fire("PreToolUse", call())).rejects.toThrow("closed");
    expect(existsSync(at("ran"))).toBe(false);
  });
});
