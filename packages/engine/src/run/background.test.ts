import { existsSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { watchSignals } from "../../../../scripts/testing/held-clock.ts";
import type { Hooks, Progress } from "../hooks.ts";
import { before, call, hooksOnHeldClock, hooksWith, isAlive, pidIn, until } from "./testing.ts";

const context = (text: string) =>
  `echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext: text } })}'`;
const after = (...hooks: readonly ({ readonly command: string } & Record<string, unknown>)[]) => ({
  PostToolUse: [{ hooks }],
});
const result = { ...call(), tool_response: {} };

/** Waits for the end of a background run. */
const backgroundEnd = (hooks: Hooks) =>
  new Promise<Extract<Progress, { type: "background-ended" }>>((resolve) => {
    const stop = hooks.on((progress) => {
      if (progress.type !== "background-ended") return;
      stop();
      resolve(progress);
    });
  });

const forModel = (hooks: Hooks) =>
  hooks.takeLateMessages().filter(({ audience }) => audience === "model");

const gate = "until test -e ../go; do sleep 0.02; done";

describe("P12 a hook in the background", () => {
  it("frees the host at once, and its context comes with the next request, once", async () => {
    const { hooks, runs, write } = await hooksWith(
      after({ command: `${gate}; ${context("late")}`, async: true }),
    );
    await hooks.fire("PostToolUse", result);
    expect(runs).toMatchObject([{ end: { how: "background" } }]);
    expect(hooks.backgroundRuns()).toHaveLength(1);
    expect(hooks.takeLateMessages()).toEqual([]);
    const ended = backgroundEnd(hooks);
    write("go", "");
    expect((await ended).run).toMatchObject({ end: { how: "exited", code: 0 } });
    expect(forModel(hooks)).toMatchObject([{ kind: "context", text: "late", later: true }]);
    expect(hooks.takeLateMessages()).toEqual([]);
    expect(hooks.backgroundRuns()).toEqual([]);
  });

  it("cannot decide: its stdout is for the log, and the user reads that its exit 2 refused nothing", async () => {
    const { hooks } = await hooksWith(
      before({ command: "echo no; echo never >&2; exit 2", async: true }),
    );
    const ended = backgroundEnd(hooks);
    expect(await hooks.fire("PreToolUse", call())).toMatchObject({
      action: "proceed",
      permission: "undecided",
    });
    expect((await ended).wake).toBeUndefined();
    const late = hooks.takeLateMessages();
    const forUser = late.filter(({ audience }) => audience === "user");
    expect(forUser).toMatchObject([{ text: expect.stringContaining("background") }]);
    expect(late.filter(({ audience }) => audience !== "log")).toEqual(forUser);
  });

  it.each([
    ["with a newline", `echo '{"async": true}'`],
    ["without a newline", `printf '{"async": true}'`],
    ["split over writes", `printf '{"asy'; sleep 0.1; printf 'nc": tr'; sleep 0.1; printf 'ue}'`],
  ])("can request it with its first object, %s", async (_, ask) => {
    const { hooks, runs, write, clock } = await hooksOnHeldClock(
      after({ command: `${ask}; ${gate}; ${context("later")}`, timeout: 20 }),
    );
    await hooks.fire("PostToolUse", result);
    expect(runs).toMatchObject([{ end: { how: "background" } }]);
    const ended = backgroundEnd(hooks);
    await clock.pass(70);
    write("go", "");
    expect((await ended).run.durationMs).toBe(70);
    expect(forModel(hooks)).toMatchObject([{ text: "later" }]);
  });

  it("that prints an answer first stays in the foreground", async () => {
    const { hooks, runs } = await hooksWith(
      before(`echo '{"continue": true}'; echo '{"async": true}'`),
    );
    await hooks.fire("PreToolUse", call());
    expect(runs).toMatchObject([{ end: { how: "exited", code: 0 } }]);
  });

  it.each([false, true])("has the limit it requested, in ms; async: %s", async (isAsync) => {
    const ask = `echo '{"async": true, "asyncTimeout": 300}'; echo $$ > ../pid; exec sleep 600`;
    const { hooks, at, clock } = await hooksOnHeldClock(
      after({ command: ask, timeout: 10, async: isAsync }),
    );
    const ended = backgroundEnd(hooks);
    await hooks.fire("PostToolUse", result);
    const pid = await pidIn(at("pid"));
    await clock.awaited(300);
    await clock.pass(300);
    expect((await ended).run.end).toEqual({ how: "timedOut", limitMs: 300 });
    await until(() => !isAlive(pid));
  });

  it("has its own timeout otherwise, and not that of the foreground", async () => {
    const { hooks, clock } = await hooksOnHeldClock(
      after({ command: `echo '{"async": true}'; sleep 600`, timeout: 0.4 }),
    );
    const ended = backgroundEnd(hooks);
    await hooks.fire("PostToolUse", result);
    await clock.awaited(400);
    await clock.pass(400);
    expect((await ended).run.end).toEqual({ how: "timedOut", limitMs: 400 });
  });

  it("wakes the model with stderr when it says asyncRewake and exits with 2", async () => {
    const { hooks } = await hooksWith(
      after({ command: "echo look here >&2; exit 2", asyncRewake: true }),
    );
    const ended = backgroundEnd(hooks);
    await hooks.fire("PostToolUse", result);
    expect((await ended).wake).toBe("look here\n");
  });

  it("with asyncRewake runs in the foreground of a headless host whose profile says so", async () => {
    const { hooks, runs } = await hooksWith(after({ command: "exit 0", asyncRewake: true }), {
      headless: true,
      profile: "claude-code",
    });
    await hooks.fire("PostToolUse", result);
    expect(runs).toMatchObject([{ end: { how: "exited" } }]);
  });

  it("is a separate process each time", async () => {
    const { hooks } = await hooksWith(after({ command: "sleep 20", async: true }));
    for (let times = 0; times < 3; times++) await hooks.fire("PostToolUse", result);
    expect(hooks.backgroundRuns()).toHaveLength(3);
  });

  it("does not end with the abort of its event", async () => {
    const { hooks, at, write } = await hooksWith(
      after({ command: `echo '{"async": true}'; echo $$ > ../pid; ${gate}` }),
    );
    const controller = new AbortController();
    await hooks.fire("PostToolUse", result, { signal: controller.signal });
    const pid = await pidIn(at("pid"));
    controller.abort();
    const ended = backgroundEnd(hooks);
    expect(isAlive(pid)).toBe(true);
    write("go", "");
    expect((await ended).run.end).toEqual({ how: "exited", code: 0 });
  });

  it("gets SIGTERM when the engine closes, which waits 1.5 s for it and lists it", async () => {
    const signalsTo = watchSignals();
    const { hooks, at, clock } = await hooksOnHeldClock(
      after(
        {
          command:
            "trap 'touch ../told; exit' TERM; echo $$ > ../kind; while :; do sleep 0.02; done",
          async: true,
        },
        {
          command: "trap '' TERM; echo $$ > ../stubborn; while :; do sleep 0.02; done",
          async: true,
        },
      ),
    );
    await hooks.fire("PostToolUse", result);
    const [kind, stubborn] = [await pidIn(at("kind")), await pidIn(at("stubborn"))];
    const closed = vi.fn();
    const closing = hooks.close().finally(closed);
    await until(() => existsSync(at("told")) && !isAlive(kind));
    // It looks for those that are left every 20 ms.
    await clock.awaited(20);
    await clock.pass(1499);
    expect(signalsTo(stubborn)).toEqual(["SIGTERM"]);
    expect(closed).not.toHaveBeenCalled();
    await clock.pass(1);
    clock.release();
    expect((await closing).map(({ event, run }) => [event.name, run.end.how])).toEqual([
      ["PostToolUse", "background"],
      ["PostToolUse", "background"],
    ]);
    expect(new Set(signalsTo(stubborn))).toEqual(new Set(["SIGTERM", "SIGKILL"]));
    expect(isAlive(stubborn)).toBe(false);
  });
});
