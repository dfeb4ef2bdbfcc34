import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it, type TestContext } from "vitest";
import { bash, command, user, type World, workplace } from "./testing/workplace.ts";

/** Hears no signal but SIGKILL, and says that it runs. */
const deaf = "trap '' TERM INT HUP; echo on > started; while true; do sleep 0.2; done";
const atEnd = { SessionEnd: command("cat > ended.json") };
/** An answer that does not come before the test's own limit. */
const slow = { delayMs: 600_000, blocks: ["too late"] };
const streaming = ["--output-format", "stream-json", "--dangerously-skip-permissions"];
const reading = ["-p", "--input-format", "stream-json", ...streaming];

const signals = [
  ["SIGINT", 1],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const;

type Run = ReturnType<ReturnType<typeof workplace>["start"]>;
type Place = ReturnType<typeof workplace>;

/** What must hold however a session ends. Whatever it would wait for takes longer than a test may. */
async function expectEnd(place: Place, run: Run, expected: number): Promise<void> {
  const { code, stdout, stderr } = await run.ended;
  expect(place.left()).toEqual([]);
  expect(stdout).not.toContain("too late");
  expect({ code, stderr }).toEqual({
    code: expected,
    stderr: expect.not.stringMatching(/^ +at /m),
  });
  expect(JSON.parse(place.read("ended.json"))).toMatchObject({ reason: "other" });
  const [transcript = "", ...others] = place.transcripts();
  expect(others).toEqual([]);
  expect(transcript.endsWith("\n")).toBe(true);
  for (const line of transcript.trimEnd().split("\n")) JSON.parse(line);
}

interface Moment {
  readonly world: World;
  readonly args?: readonly string[];
  /** It has come. */
  ready(place: Place, run: Run): Promise<unknown>;
}

const moments: Readonly<Record<string, Moment>> = {
  "a request to the model": {
    world: { hooks: atEnd, script: [slow] },
    args: ["--replay-user-messages"],
    ready: (_, { line }) => line(({ type }) => type === "user"),
  },
  "a command that hears no signal": {
    world: { hooks: atEnd, script: [[bash(deaf)], ["too late"]] },
    ready: ({ appears }) => appears("started"),
  },
  "a hook that hears no signal": {
    world: { hooks: { ...atEnd, PreToolUse: command(deaf) }, script: [[bash("true")], ["no"]] },
    ready: ({ appears }) => appears("started"),
  },
  "SessionStart, whose hook hears no signal": {
    world: { hooks: { ...atEnd, SessionStart: command(deaf) } },
    ready: ({ appears }) => appears("started"),
  },
  "a command in the background that hears no signal": {
    world: { hooks: atEnd, script: [[bash(deaf, { run_in_background: true })], slow] },
    ready: ({ appears }) => appears("started"),
  },
  "a hook in the background that hears no signal": {
    world: {
      hooks: { ...atEnd, UserPromptSubmit: command(deaf, { async: true }) },
      script: [slow],
    },
    ready: ({ appears }) => appears("started"),
  },
};

/** Each signal takes the same way from its arrival on; all of them are tried where it is longest. */
const signalsAt = (moment: string) =>
  moment.startsWith("a command that") ? signals : [signals[0]];

describe.concurrent.each(Object.entries(moments))(
  "P13 during %s",
  (moment, { world, args = [], ready }) => {
    it.for(signalsAt(moment))("G11 %s ends everything: exit %i", async ([signal, code], test) => {
      const place = workplace({ ...world, test });
      const run = place.start(["-p", "go", ...place.model, ...streaming, ...args]);
      run.child.stdin.end();
      await ready(place, run);
      run.child.kill(signal);
      await expectEnd(place, run, code);
    });
  },
);

describe.concurrent("P13 while the next input is waited for", () => {
  const idle = async (test: TestContext) => {
    const place = workplace({
      test,
      hooks: atEnd,
      script: [[bash(deaf, { run_in_background: true })], ["x"]],
    });
    const run = place.start([...reading, ...place.model]);
    run.child.stdin.write(user("go"));
    await run.line(({ type }) => type === "result");
    await place.appears("started");
    return { place, run };
  };

  it("a signal ends everything, with exit code 143", async (test) => {
    const { place, run } = await idle(test);
    run.child.kill("SIGTERM");
    await expectEnd(place, run, 143);
  });

  it("the end of the input ends everything, with exit code 0", async (test) => {
    const { place, run } = await idle(test);
    run.child.stdin.end();
    await expectEnd(place, run, 0);
  });

  it("a closed stdout ends everything at the next line, with exit code 141", async (test) => {
    const { place, run } = await idle(test);
    run.child.stdout.destroy();
    run.child.stdin.write(user("again"));
    await expectEnd(place, run, 141);
  });
});

it("G11 stderr says what an interrupt ended", async () => {
  const place = workplace({ script: [[bash(deaf)], ["too late"]] });
  const run = place.start(["-p", "go", ...place.model, "--dangerously-skip-permissions"]);
  run.child.stdin.end();
  await place.appears("started");
  run.child.kill("SIGINT");
  const { code, stdout, stderr } = await run.ended;
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(/^warning: the command trap .* was interrupted$/m);
  expect(stderr).toMatch(/^error: the turn was interrupted before it was done$/m);
  expect(stderr).toMatch(/ended by SIGINT\n$/);
});

describe.concurrent("P10 a session that gets a signal", () => {
  const tidy =
    "trap 'sleep 0.2; echo tidy > tidied; exit' TERM; echo on > started; while true; do sleep 0.1; done";
  const worlds: Readonly<Record<string, World>> = {
    command: { script: [[bash(tidy)], ["too late"]] },
    "command in the background": { script: [[bash(tidy, { run_in_background: true })], slow] },
    hook: { hooks: { PreToolUse: command(tidy) }, script: [[bash("true")], slow] },
  };

  it.for(Object.entries(worlds))("has time to tidy up: a %s", async ([, world], test) => {
    const place = workplace({ ...world, test, hooks: { ...atEnd, ...world.hooks } });
    const run = place.start(["-p", "go", ...place.model, ...streaming]);
    run.child.stdin.end();
    await place.appears("started");
    run.child.kill("SIGINT");
    await expectEnd(place, run, 1);
    expect(place.read("tidied")).toBe("tidy\n");
  });
});

describe.concurrent("P13 a terminal that closes", () => {
  it("E15 G11 sends SIGHUP more than once: SessionEnd hooks run to their end all the same, with exit code 129", async (test) => {
    const place = workplace({
      test,
      script: [slow],
      hooks: {
        SessionEnd: command(
          "touch begun; until [ -e again ]; do sleep 0.02; done; cat > ended.json",
        ),
      },
    });
    const run = place.start(["-p", "go", ...place.model, ...streaming, "--replay-user-messages"]);
    run.child.stdin.end();
    await run.line(({ type }) => type === "user");
    run.child.kill("SIGHUP");
    await wait(5);
    run.child.kill("SIGHUP");
    await place.appears("begun");
    run.child.kill("SIGHUP");
    writeFileSync(join(place.cwd, "again"), "");
    await expectEnd(place, run, 129);
  });
});

describe.concurrent("P13 impatience", () => {
  it("a second SIGINT ends it at once, and leaves nothing behind", async (test) => {
    const place = workplace({
      test,
      script: [[bash(deaf)], ["too late"]],
      hooks: { SessionEnd: command("sleep 600; touch over", { timeout: 600 }) },
    });
    const run = place.start(["-p", "go", ...place.model, ...streaming]);
    run.child.stdin.end();
    await place.appears("started");
    run.child.kill("SIGINT");
    await run.line(({ type }) => type === "result");
    run.child.kill("SIGINT");
    expect((await run.ended).code).toBe(1);
    expect(place.left()).toEqual([]);
    expect(place.has("over")).toBe(false);
  });

  it("a stdout that is closed while a command runs: the command is killed, with exit code 141", async (test) => {
    const loud = "echo on > started; while true; do echo line; sleep 0.05; done";
    const place = workplace({
      test,
      hooks: { ...atEnd, PostToolUse: command("true") },
      script: [[bash("true"), bash("echo on > started; sleep 0.5"), bash(loud)], slow],
    });
    const run = place.start(["-p", "go", ...place.model, ...streaming, "--include-hook-events"]);
    run.child.stdin.end();
    await place.appears("started");
    run.child.stdout.destroy();
    await expectEnd(place, run, 141);
  });
});
