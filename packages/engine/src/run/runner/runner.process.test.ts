import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { brand } from "@snaphook/protocol";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Hooks } from "../../hooks.ts";
import { processStarter } from "../process-starter.ts";
import {
  before,
  call,
  folderWith,
  hooksWith,
  isAlive,
  pidIn,
  startHost,
  until,
} from "../testing.ts";

/** Tests of this file decide themselves, whatever the variable says elsewhere. */
const variable = `${brand.environmentPrefix}RUNNER`;
const { [variable]: _ignored, ...env } = process.env;
const withRunner = { env, runner: true };

/** A run that ends well: only runners that die in a row without one count against the next. */
beforeEach(async () => {
  const processes = processStarter(withRunner);
  processes.prepare();
  await until(() => processes.status().state === "ready");
  const request = {
    program: "true",
    args: [],
    cwd: "/",
    env,
    stdin: "",
    limitMs: undefined,
    signal: undefined,
    marker: ["TEST_RUN", randomUUID()] as const,
    spillFolder: tmpdir(),
  };
  expect((await processes.start(request).finished).end).toEqual({ how: "exited", code: 0 });
});

/** The runner that is ready now. */
const runnerOf = (hooks: Hooks): Promise<number> =>
  until(() => {
    const status = hooks.config.runner();
    return status.state === "ready" && status.pid;
  });

/** A hook with a child in its group and one that left its session; none heeds SIGTERM. */
const family = (name: string) => `trap '' TERM INT HUP
  sh -c 'echo $$ > ../${name}.child; while :; do sleep 0.1; done' &
  (setsid sh -c 'echo $$ > ../${name}.stray; while :; do sleep 0.1; done' &)
  (env -i setsid sh -c 'echo $$ > ../${name}.bare; while :; do sleep 0.1; done' &)
  until test -s ../${name}.child -a -s ../${name}.stray -a -s ../${name}.bare; do sleep 0.02; done
  echo $$ > ../${name}.leader
  while :; do sleep 0.1; done`;
const membersOf = (at: (name: string) => string, ...names: readonly string[]) =>
  Promise.all(
    names.flatMap((name) =>
      ["leader", "child", "stray", "bare"].map((who) => pidIn(at(`${name}.${who}`))),
    ),
  );

/** One run in the foreground, one in the background, one that waits; all with a family. */
const families = {
  PreToolUse: [{ hooks: [{ command: family("foreground") }] }],
  Stop: [{ hooks: [{ command: family("background"), async: true }] }],
  UserPromptSubmit: [
    {
      hooks: [
        {
          command: `test -e ../first || { touch ../first; exit 0; }; ${family("spare")}`,
          prewarm: true,
        },
      ],
    },
  ],
};
async function startAll(hooks: Hooks) {
  await hooks.fire("UserPromptSubmit", { prompt: "hello" });
  await hooks.fire("Stop", { stop_hook_active: false });
  return { fired: hooks.fire("PreToolUse", call()) };
}

describe("the runner", () => {
  it("P5 starts the processes of all sessions of a host", async () => {
    const parent = before("echo $PPID");
    const [first, second] = [
      await hooksWith(parent, withRunner),
      await hooksWith(parent, withRunner),
    ];
    const runner = await runnerOf(first.hooks);
    for (const { hooks } of [first, second]) await hooks.fire("PreToolUse", call());
    const parents = [...first.runs, ...second.runs].map(({ stdout }) => Number(stdout.text));
    expect(parents).toEqual([runner, runner]);
  });

  it("P7 has no variables of the host, and runs get theirs", async () => {
    vi.stubEnv("SECRET_KEY", "sesame");
    const { hooks, runs } = await hooksWith(
      before("echo $SECRET_KEY; tr '\\0' '\\n' < /proc/$PPID/environ; ls -l /proc/self/fd >&2"),
      { ...withRunner, env: { ...env, SECRET_KEY: "sesame" } },
    );
    await runnerOf(hooks);
    await hooks.fire("PreToolUse", call());
    const [own, ...runners] = runs[0]?.stdout.text.trim().split("\n") ?? [];
    expect(own).toBe("sesame");
    expect(runners.map((line) => line.split("=")[0])).toEqual(["TMPDIR"]);
    expect(runs[0]?.stderr.text.match(/socket:/g)).toHaveLength(2);
  });

  it("has its own session, and a signal for its host does not end it", async () => {
    const { hooks, runs } = await hooksWith(before("true"), withRunner);
    const runner = await runnerOf(hooks);
    const [, , , , , session] = readFileSync(`/proc/${runner}/stat`, "utf8").split(" ");
    expect(Number(session)).toBe(runner);
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.kill(runner, signal);
    await hooks.fire("PreToolUse", call());
    expect(runs).toMatchObject([{ end: { how: "exited", code: 0 } }]);
    expect(await runnerOf(hooks)).toBe(runner);
  });

  it("P13 is used by a large host, and ends with it", async () => {
    const world = folderWith(before("echo $PPID > ../parent"));
    const body = (bytes: number) => `
      const memory = Buffer.alloc(${bytes}, 1);
      const { ${variable}: _, ...env } = process.env;
      const hooks = await createHooks({ ...options, env });
      await hooks.fire("PreToolUse", call);
      console.log(JSON.stringify([hooks.config.runner(), process.pid, memory.length]));`;
    const large = await startHost(world, body(100 * 1024 * 1024)).ended;
    const [status] = JSON.parse(large.stdout);
    expect(status).toEqual({ state: "ready", pid: await pidIn(world.at("parent")) });
    expect(large).toMatchObject({ code: 0, stderr: "" });
    await until(() => !isAlive(status.pid));
  });
});

describe("P13 after SIGKILL", () => {
  it("of the host, the runner ends everything and itself", async () => {
    const world = folderWith(families);
    const body = `const { ${variable}: _, ...env } = process.env;
      const hooks = await createHooks({ ...options, env, runner: true });
      await hooks.fire("UserPromptSubmit", { prompt: "hello" });
      await hooks.fire("Stop", { stop_hook_active: false });
      console.log(hooks.config.runner().pid);
      await hooks.fire("PreToolUse", call);`;
    const { child } = startHost(world, body);
    const runner = await new Promise<number>((resolve) =>
      child.stdout.once("data", (text) => resolve(Number(text))),
    );
    const members = await membersOf(world.at, "foreground", "background", "spare");
    child.kill("SIGKILL");
    await until(() => ![runner, ...members].some(isAlive));
  });

  it("of a small host, the runner ends what the host started itself, if it has no limit", async () => {
    const world = folderWith({
      Stop: [{ hooks: [{ command: family("background"), async: true, timeout: undefined }] }],
    });
    const body = `const { ${variable}: _, ...env } = process.env;
      const hooks = await open({ ...options, env });
      await hooks.fire("Stop", { stop_hook_active: false });
      await until(() => hooks.config.runner().state === "ready");
      console.log(hooks.config.runner().pid);`;
    const { child } = startHost(world, body);
    const runner = await new Promise<number>((resolve) =>
      child.stdout.once("data", (text) => resolve(Number(text))),
    );
    const members = await membersOf(world.at, "background");
    const [leader = 0] = members;
    expect(readFileSync(`/proc/${leader}/stat`, "utf8").split(" ")[3]).toBe(String(child.pid));
    child.kill("SIGKILL");
    await until(() => ![runner, ...members].some(isAlive));
  });

  it("of a small host, the runner ends a hook in the foreground that lasts", async () => {
    const world = folderWith(before(family("foreground")));
    const body = `const { ${variable}: _, ...env } = process.env;
      const hooks = await open({ ...options, env });
      void hooks.fire("PreToolUse", call);
      await until(() => hooks.config.runner().state === "ready");
      console.log(hooks.config.runner().pid);`;
    const { child } = startHost(world, body);
    const runner = await new Promise<number>((resolve) =>
      child.stdout.once("data", (text) => resolve(Number(text))),
    );
    const members = await membersOf(world.at, "foreground");
    child.kill("SIGKILL");
    await until(() => ![runner, ...members].some(isAlive));
  });

  it("of the runner, the host ends everything, reports the runs, and starts another runner", async () => {
    const { hooks, runs, at } = await hooksWith(families, withRunner);
    const ended: unknown[] = [];
    hooks.on((progress) => {
      if (progress.type === "background-ended") ended.push(progress.run.end);
    });
    const runner = await runnerOf(hooks);
    const { fired } = await startAll(hooks);
    const members = await membersOf(at, "foreground", "background", "spare");
    process.kill(runner, "SIGKILL");
    const cause =
      "the process that starts it ended before the run did (killed by SIGKILL); the run was ended with it";
    await fired;
    expect(runs.at(-1)?.end).toEqual({ how: "failed", cause });
    await until(() => ended.length > 0);
    expect(ended).toEqual([{ how: "failed", cause }]);
    await until(() => !members.some(isAlive));
    expect(await runnerOf(hooks)).not.toBe(runner);
  });

  it("of the runner, a host that waits for nothing else still gets the failure", async () => {
    const command = "echo $$ > ../pid; exec sleep 600";
    const world = folderWith(before({ command, async: true, timeout: undefined }));
    const body = `const { ${variable}: _, ...env } = process.env;
      const hooks = await createHooks({ ...options, env, runner: true });
      console.log(hooks.config.runner().pid);
      hooks.on(({ type, run }) => type === "background-ended" && console.log(run.end.how));
      await hooks.fire("PreToolUse", call);`;
    const { child, ended } = startHost(world, body);
    const runner = await new Promise<number>((resolve) =>
      child.stdout.once("data", (text) => resolve(Number(text))),
    );
    const pid = await pidIn(world.at("pid"));
    process.kill(runner, "SIGKILL");
    expect(await ended).toMatchObject({ code: 0, stdout: `${runner}\nfailed\n`, stderr: "" });
    await until(() => !isAlive(pid));
  });

  it("H8 of the runner, a guard that blocks on failure refuses the call", async () => {
    const { hooks, at } = await hooksWith(
      before({ command: "echo $$ > ../pid; exec sleep 600", onFailure: "block" }),
      withRunner,
    );
    const runner = await runnerOf(hooks);
    const fired = hooks.fire("PreToolUse", call());
    await pidIn(at("pid"));
    process.kill(runner, "SIGKILL");
    const outcome = await fired;
    expect(outcome).toMatchObject({ action: "refuse" });
    const forUser = outcome.messages.filter(({ audience }) => audience === "user");
    expect(forUser.map(({ text }) => text).join()).toContain("killed by SIGKILL");
  });

  it("P10 of a runner that was stopped, which the host sends, the run fails 5 s after its limit", async () => {
    const { hooks, runs, at } = await hooksWith(
      before({ command: "echo $$ > ../pid; exec sleep 600", timeout: 1 }),
      withRunner,
    );
    const runner = await runnerOf(hooks);
    const fired = hooks.fire("PreToolUse", call());
    const pid = await pidIn(at("pid"));
    process.kill(runner, "SIGSTOP");
    await fired;
    expect(runs[0]?.end).toMatchObject({
      how: "failed",
      cause: expect.stringContaining("did not answer"),
    });
    await until(() => !isAlive(pid) && !isAlive(runner));
  });

  it("of three runners in a row that finished no run, the host continues alone and says so", async () => {
    const { hooks, runs } = await hooksWith(before("echo $PPID"), withRunner);
    const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
    for (let times = 0; times < 3; times++) {
      process.kill(await runnerOf(hooks), "SIGKILL");
      await until(() => hooks.config.runner().state !== "ready");
    }
    expect(hooks.config.runner()).toEqual({
      state: "off",
      because: "it ended 3 times in a row, last because: killed by SIGKILL",
    });
    expect(warned).toHaveBeenCalledExactlyOnceWith(
      "the runner of hooks is off: it ended 3 times in a row, last because: killed by SIGKILL. Hooks run without it.",
    );
    await hooks.fire("PreToolUse", call());
    expect(Number(runs[0]?.stdout.text)).toBe(process.pid);
  });
});
