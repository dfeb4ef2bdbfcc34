import { readFileSync } from "node:fs";
import { brand } from "@snaphook/protocol";
import { describe, expect, it, onTestFinished } from "vitest";
import { heldClock, watchSignals } from "../../../../scripts/testing/held-clock.ts";
import { type Clock, systemClock } from "./clock.ts";
import { call, hooksWith, isAlive, until } from "./testing.ts";

/** Notes its pid when it starts and what it was told when it has read it. */
const patient = "echo $$ >> ../started; cat > ../told; echo $$ >> ../used";

const lines = (file: string): readonly number[] => {
  try {
    return readFileSync(file, "utf8").trim().split("\n").map(Number);
  } catch {
    return [];
  }
};

/** One prewarmed hook, fired once, and its spare waiting. */
async function withSpare(
  command = patient,
  more: Parameters<typeof hooksWith>[1] = {},
  handler = {},
) {
  const world = await hooksWith(
    { PreToolUse: [{ hooks: [{ command, prewarm: true, ...handler }] }] },
    more,
  );
  const started = () => lines(world.at("started"));
  const used = () => lines(world.at("used"));
  await world.hooks.fire("PreToolUse", call());
  await until(() => started().length === 2);
  const [, spare = 0] = started();
  return { ...world, started, used, spare };
}

/** A clock whose hours pass when told; its timers are real. */
function movableClock() {
  let ahead = 0;
  const clock: Clock = { ...systemClock, now: () => systemClock.now() + ahead };
  return { clock, pass: (ms: number) => (ahead += ms) };
}

describe("P17 a prewarmed hook", () => {
  it("starts its replacement after the outcome, and the next dispatch uses it", async () => {
    const { hooks, started, used, spare, at } = await withSpare();
    await hooks.fire("PreToolUse", call("Bash", { command: "second" }));
    expect(used()).toEqual([expect.any(Number), spare]);
    expect(JSON.parse(readFileSync(at("told"), "utf8"))).toMatchObject({
      tool_input: { command: "second" },
    });
    await until(() => started().length === 3);
  });

  it("gives the same answer with a spare as with a new process", async () => {
    const { hooks, runs, spare } = await withSpare(`${patient}; echo no >&2; exit 2`);
    const outcome = await hooks.fire("PreToolUse", call());
    expect(outcome).toMatchObject({ action: "refuse" });
    expect(runs[1]).toMatchObject({ end: { how: "exited", code: 2 }, stderr: { text: "no\n" } });
    expect(spare).toBeGreaterThan(1);
  });

  it("has its limit from the delivery of its input", async () => {
    const command =
      "echo $$ >> ../started; cat >/dev/null; test $(wc -l < ../started) = 1 || sleep 600";
    const [clock, signalsTo] = [heldClock(), watchSignals()];
    const { hooks, runs, spare } = await withSpare(command, { clock }, { timeout: 0.6 });
    onTestFinished(clock.release);
    await clock.pass(10_000);
    expect(signalsTo(spare)).toEqual([]);
    const fired = hooks.fire("PreToolUse", call());
    await clock.awaited(600);
    await clock.pass(600);
    await fired;
    expect(runs[1]).toMatchObject({ end: { how: "timedOut", limitMs: 600 } });
    expect(signalsTo(spare)).toEqual(["SIGTERM"]);
    await until(() => !isAlive(spare));
  });

  it("is never async or once, nor on an event with CLAUDE_ENV_FILE", async () => {
    const hook = (name: string) => ({ command: `echo $$ >> ../${name}; cat`, prewarm: true });
    const { hooks, at } = await hooksWith({
      PreToolUse: [
        {
          hooks: [
            { ...hook("plain") },
            { ...hook("async"), async: true },
            { ...hook("wakes"), asyncRewake: true },
            { ...hook("once"), once: true },
          ],
        },
      ],
      SessionStart: [{ hooks: [hook("start")] }],
    });
    await hooks.fire("SessionStart", { source: "startup" });
    await hooks.fire("PreToolUse", call());
    const names = ["async", "wakes", "once", "start"];
    await until(() => names.every((name) => lines(at(name)).length > 0));
    await until(() => lines(at("plain")).length === 2);
    expect(names.map((name) => lines(at(name)).length)).toEqual([1, 1, 1, 1]);
  });

  it("has at most 4 spares", async () => {
    const commands = [1, 2, 3, 4, 5, 6].map((number) => `echo $$ >> ../started; cat; : ${number}`);
    const { hooks, at } = await hooksWith({
      PreToolUse: [{ hooks: commands.map((command) => ({ command, prewarm: true })) }],
    });
    await hooks.fire("PreToolUse", call());
    await until(() => lines(at("started")).length === 10);
    await hooks.fire("Stop", { stop_hook_active: false });
    expect(lines(at("started")).filter(isAlive)).toHaveLength(4);
  });
});

describe("P17 a new process is started in the same dispatch when", () => {
  it.each([
    ["the directory is another", (world: World) => world.hooks.scope({ cwd: world.at("home") })],
    [
      "the script has changed",
      (world: World) => {
        world.write("hook.sh", `#!/bin/sh\n: changed\n${patient}`);
        return world.hooks;
      },
    ],
  ])("%s", async (_, change) => {
    const world = await hooksWith({
      PreToolUse: [{ hooks: [{ command: "../hook.sh", prewarm: true }] }],
    });
    world.write("hook.sh", `#!/bin/sh\n${patient}`);
    await world.hooks.fire("PreToolUse", call());
    const started = () => lines(world.at("started"));
    await until(() => started().length === 2);
    const [, spare = 0] = started();
    await change(world).fire("PreToolUse", call());
    const [, second] = lines(world.at("used"));
    expect(second).not.toBe(spare);
    expect(second).toBe(started()[2]);
    await until(() => !isAlive(spare));
  });

  it("the environment has changed", async () => {
    const env: Record<string, string | undefined> = { ...process.env };
    const { hooks, used, spare } = await withSpare(patient, { env });
    env["CHANGED"] = "yes";
    await hooks.fire("PreToolUse", call());
    expect(used()[1]).not.toBe(spare);
    await until(() => !isAlive(spare));
  });

  it("the spare is older than 10 minutes", async () => {
    const { clock, pass } = movableClock();
    const { hooks, used, spare, started } = await withSpare(patient, { clock });
    pass(10 * 60 * 1000 + 1000);
    await hooks.fire("PreToolUse", call());
    expect(used()[1]).not.toBe(spare);
    await until(() => !isAlive(spare) && started().length === 4);
  });

  it.each([
    ["wrote early", "echo $$ >> ../started; echo early; cat >/dev/null; echo $$ >> ../used"],
    [
      "wrote early to stderr",
      "echo $$ >> ../started; echo early >&2; cat >/dev/null; echo $$ >> ../used",
    ],
    ["exited early", "echo $$ >> ../started; test -e ../used && exit 2; echo $$ >> ../used"],
  ])("the spare %s, and the hook is not prewarmed again", async (_, command) => {
    const { hooks, runs, started, spare, write } = await withSpare(command);
    if (command.includes("exit 2")) {
      await until(() => !isAlive(spare));
      write("started", "");
    }
    await hooks.fire("PreToolUse", call());
    const fresh = started()
      .filter((pid) => pid > 0)
      .at(-1);
    expect(fresh).not.toBe(spare);
    expect(runs[1]?.stdout.text).toBe(runs[0]?.stdout.text);
    const before = started().length;
    await hooks.fire("PreToolUse", call());
    await hooks.fire("PreToolUse", call());
    expect(started()).toHaveLength(before + 2);
    await until(() => !started().some(isAlive));
  });
});

describe("P17 spares are ended by", () => {
  it("disabling the hook", async () => {
    const { hooks, spare } = await withSpare();
    const [hook] = hooks.config.snapshot().hooks;
    await hooks.config.toggles.set(hook?.id ?? "", false);
    await until(() => !isAlive(spare));
  });

  it("distrust", async () => {
    const { hooks, spare } = await withSpare();
    const [hook] = hooks.config.snapshot().hooks;
    await hooks.trust.distrust([hook?.id ?? ""]);
    await until(() => !isAlive(spare));
  });

  it("a toggle that another process set, with the next event", async () => {
    const { hooks, spare, write } = await withSpare();
    const [hook] = hooks.config.snapshot().hooks;
    const toggles = { version: 1, disabled: [hook?.id] };
    write(`home/${brand.homeFolder}/toggles.json`, JSON.stringify(toggles));
    await hooks.fire("PreToolUse", call());
    await until(() => !isAlive(spare));
  });

  it("a change of settings that is applied", async () => {
    const { hooks, spare, at, write } = await withSpare();
    const settings = JSON.parse(readFileSync(at("home/.claude/settings.json"), "utf8"));
    write("home/.claude/settings.json", JSON.stringify({ ...settings, env: { A: "b" } }));
    const change = await hooks.config.checkForChanges();
    expect(change).toBeDefined();
    await change?.apply();
    await until(() => !isAlive(spare));
  });

  it("close, also those that were about to start", async () => {
    const { hooks, spare, started } = await withSpare();
    await hooks.fire("PreToolUse", call());
    await hooks.close();
    const count = started().length;
    expect(started().filter(isAlive)).toEqual([]);
    expect(isAlive(spare)).toBe(false);
    await new Promise((resolve) => setImmediate(resolve));
    expect(started()).toHaveLength(count);
  });
});

type World = Awaited<ReturnType<typeof hooksWith>>;
