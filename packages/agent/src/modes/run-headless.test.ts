import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "@snaphook/engine/internal";
import { describe, expect, it } from "vitest";
import type { AgentOptions } from "../loop/agent-options.ts";
import { openAgentSession } from "../loop/open-agent-session.ts";
import { scriptedModel } from "../model/scripted-model.ts";
import { fixedPrompts, type Inputs } from "./inputs.ts";
import { runHeadless } from "./run-headless.ts";
import { type RunModeOptions, runMode } from "./run-mode.ts";
import { capture } from "./testing/capture.ts";
import { turnResult } from "./testing/events.ts";
import { fakeSession, interrupted, type TakeTurn } from "./testing/fake-session.ts";

const agent: Omit<AgentOptions, "emit"> = {
  cwd: "/",
  model: () => Promise.reject(new Error("no model is needed")),
};

function world(takeTurn: TakeTurn) {
  const heard: string[] = [];
  const [stdout, stderr] = [capture(), capture()];
  const stop = new AbortController();
  const run = (mode: Partial<RunModeOptions["mode"]> = {}, more: Partial<RunModeOptions> = {}) =>
    runMode({
      open: fakeSession(takeTurn, (call) => heard.push(call)),
      agent,
      mode: { input: { kind: "prompt", text: "go" }, outputFormat: "text", ...mode },
      stdout,
      stderr,
      stop: stop.signal,
      ...more,
    });
  return { run, heard, stdout, stderr, stop };
}

describe("G11 exit codes", () => {
  it.each([
    [{}, 0],
    [{ subtype: "error_max_turns", isError: true, terminalReason: "max_turns" }, 1],
    [{ subtype: "error_during_execution", isError: true }, 1],
    [{ terminalReason: "hook_stopped", result: "" }, 0],
    [{ terminalReason: "unusable_answer", isError: true }, 1],
    [{ terminalReason: "api_error", isError: true }, 1],
  ] as const)("%j ends with %i", async (result, code) => {
    const { run, heard } = world(async () => result);
    expect(await run()).toBe(code);
    expect(heard).toEqual(["open", "start", "prompt go", "end other"]);
  });
});

it("E15 a prompt after one that ends the session is not sent, and the driver reads that", async () => {
  const { run, heard, stdout } = world(async () => ({ endsSession: "prompt_input_exit" }));
  const lines = ["/exit", "hello"].map((content) =>
    JSON.stringify({ type: "user", message: { role: "user", content } }),
  );
  const bytes = (async function* () {
    yield Buffer.from(`${lines.join("\n")}\n`);
  })();
  await run({
    input: { kind: "stream-json", bytes, asksDriver: false },
    outputFormat: "stream-json",
  });
  expect(heard).toEqual(["open", "start", "prompt /exit", "end prompt_input_exit"]);
  expect(JSON.stringify(stdout.lines())).toContain(
    "the prompt hello was not sent, because the session ended (prompt_input_exit)",
  );
});

it("G10 a stop at SessionStart ends the run normally, with the reason as result", async () => {
  const folder = mkdtempSync(join(tmpdir(), "headless-"));
  const script = join(folder, "script.json");
  writeFileSync(script, JSON.stringify([["never said"]]));
  const [stdout, stderr] = [capture(), capture()];
  const exitCode = await runMode({
    open: openAgentSession,
    agent: {
      cwd: folder,
      home: folder,
      env: {},
      model: () => scriptedModel(script, { clock: systemClock, limit: 1 }),
      managedFile: join(folder, "no-policy.json"),
      hooks: {
        SessionStart: [{ hooks: [() => ({ continue: false, stopReason: "not on Fridays" })] }],
      },
    },
    mode: { input: { kind: "prompt", text: "go" }, outputFormat: "json" },
    stdout,
    stderr,
    stop: new AbortController().signal,
  });
  expect(exitCode).toBe(0);
  expect(stdout.lines()).toMatchObject([
    {
      type: "result",
      subtype: "success",
      is_error: false,
      terminal_reason: "hook_stopped",
      result: "not on Fridays",
      num_turns: 0,
    },
  ]);
  expect(stderr.text()).toContain("not on Fridays");
});

describe("no exit without a reason", () => {
  it.each(["text", "json", "stream-json"] as const)(
    "an error is on stderr, with %s",
    async (outputFormat) => {
      const { run, stderr } = world(async ({ emit }) => {
        emit({ type: "notice", level: "warning", text: "a hook is not in effect" });
        return { isError: true, errors: ["the limit"] };
      });
      expect(await run({ outputFormat })).toBe(1);
      expect(stderr.text()).toBe("warning: a hook is not in effect\nerror: the limit\n");
    },
  );

  it("stream-json input without a usable line: exit 1", async () => {
    const lines = (text: string) =>
      ({
        kind: "stream-json",
        bytes: (async function* () {
          yield Buffer.from(text);
        })(),
        asksDriver: false,
      }) as const;
    const { run, stderr, stdout } = world(async () => ({}));
    const input = lines("nonsense\n{}\n");
    expect(await run({ input, outputFormat: "stream-json" })).toBe(1);
    expect(stderr.text()).toContain("no line of the input could be used; line 1 of the input is");
    expect(stdout.lines().at(-1)).toMatchObject({ type: "result", is_error: true });
    const empty = world(async () => ({}));
    expect(await empty.run({ input: lines("\n"), outputFormat: "stream-json" })).toBe(0);
  });
});

describe("text", () => {
  it("section 9: a result cannot control a terminal; a program gets it unchanged", async () => {
    const { run, stdout } = world(async () => ({ result: "\u001b]52;c;eA==\u0007a\tb\n👩‍🚀" }));
    await run();
    expect(stdout.text()).toBe("\u001b]52;c;eA==\u0007a\tb\n👩‍🚀\n");
    const terminal = Object.assign(capture(), { isTTY: true });
    await run({}, { stdout: terminal });
    expect(terminal.text()).toBe("\\x1b]52;c;eA==\\x07a\tb\n👩‍🚀\n");
  });

  it("prints the result on stdout, messages for the user on stderr", async () => {
    const { run, stdout, stderr } = world(async ({ emit }) => {
      emit({ type: "notice", level: "warning", text: "odd \u001b[31m" });
      emit({ type: "retry", attempt: 2, maxRetries: 10, delayMs: 1500, reason: "busy" });
      return { result: "all\ndone", errors: ["one thing"] };
    });
    await run();
    expect(stdout.text()).toBe("all\ndone\n");
    expect(stderr.text()).toBe(
      [
        "warning: odd \\x1b[31m",
        "asking the model again in 1.5 s (retry 2 of 10): busy",
        "error: one thing",
        "",
      ].join("\n"),
    );
  });

  it("an empty result prints nothing", async () => {
    const { run, stdout } = world(async () => ({ result: "" }));
    await run();
    expect(stdout.text()).toBe("");
  });

  it("prints only the last of several results: a hook may have added an initial message", async () => {
    const { run, stdout } = world(async ({ emit }) => {
      emit({ type: "result", result: turnResult({ result: "first" }) });
      return { result: "second" };
    });
    await run();
    expect(stdout.text()).toBe("second\n");
  });
});

describe("json", () => {
  it("one result object", async () => {
    const { run, stdout } = world(async () => ({ result: "all done", untrustedHooks: ["guard"] }));
    await run({ outputFormat: "json" }, { newId: () => "u1" });
    expect(stdout.lines()).toMatchObject([
      {
        type: "result",
        result: "all done",
        untrusted_hooks: ["guard"],
        session_id: "s1",
        uuid: "u1",
      },
    ]);
  });
});

describe("a session that breaks", () => {
  it.each(["text", "json", "stream-json"] as const)(
    "ends with a message, as %s",
    async (outputFormat) => {
      const { run, stdout, stderr } = world(async () => ({}));
      const open = () => Promise.reject(new Error("there is no session abc"));
      expect(await run({ outputFormat }, { open })).toBe(1);
      expect(stderr.text()).toMatch(/^\w+: there is no session abc\n$/);
      if (outputFormat !== "text")
        expect(stdout.lines()).toMatchObject([
          {
            subtype: "error_during_execution",
            is_error: true,
            errors: ["there is no session abc"],
          },
        ]);
    },
  );

  it("during a turn still fires SessionEnd", async () => {
    const { run, heard, stderr } = world(() => Promise.reject(new Error("a bug")));
    expect(await run()).toBe(1);
    expect(heard.at(-1)).toBe("end other");
    expect(stderr.text()).toContain("a bug");
  });
});

describe("a stop", () => {
  it("interrupts the turn, keeps its result and ends the session", async () => {
    const { run, heard, stop, stdout, stderr } = world(({ signal }) => {
      stop.abort({ exitCode: 1, why: "ended by SIGINT" });
      return interrupted(signal);
    });
    expect(await run({ outputFormat: "stream-json" })).toBe(1);
    expect(stderr.text()).toContain("ended by SIGINT");
    expect(heard).toEqual(["open", "start", "prompt go", "interrupt", "end other"]);
    expect(stdout.lines().at(-1)).toMatchObject({ terminal_reason: "aborted_tools" });
  });

  it("does not wait forever for a turn that ignores the interrupt", async () => {
    const { heard, stop } = world(async () => ({}));
    const open = fakeSession(
      () => {
        stop.abort({ exitCode: 143 });
        return new Promise(() => {});
      },
      (call) => heard.push(call),
    );
    const view = { emit() {}, finish() {}, fail() {} };
    const clock = {
      after: (_: number, callback: () => void) => {
        callback();
        return () => {};
      },
    };
    const options = { open, agent, inputs: fixedPrompts(["go"]), view, stop: stop.signal, clock };
    expect(await runHeadless(options)).toBe(143);
    expect(heard.at(-1)).toBe("end other");
  });

  it("while waiting for input opens no session", async () => {
    const { heard, stop } = world(async () => ({}));
    const inputs: Inputs = { ...fixedPrompts([""]), next: () => new Promise(() => {}) };
    const open = fakeSession(
      async () => ({}),
      (call) => heard.push(call),
    );
    const view = { emit() {}, finish() {}, fail() {} };
    const ended = runHeadless({ open, agent, inputs, view, stop: stop.signal });
    stop.abort({ exitCode: 130 });
    expect(await ended).toBe(130);
    expect(heard).toEqual([]);
  });
});
