import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { before, folderWith, isAlive, pidIn, startHost, until, written } from "./testing.ts";

/** A hook with a child in its group and one that left its session; none heeds SIGTERM. */
const family = (name: string) => `trap '' TERM INT HUP
  echo $$ > ../${name}.leader
  sh -c 'echo $$ > ../${name}.child; while :; do sleep 0.1; done' &
  (setsid sh -c 'echo $$ > ../${name}.stray; while :; do sleep 0.1; done' &)
  while :; do sleep 0.1; done`;
const familyFiles = (name: string) => ["leader", "child", "stray"].map((who) => `${name}.${who}`);

/** One run in the foreground, one in the background, one that waits; all with a family. */
const events = {
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
const files = ["foreground", "background", "spare"].flatMap(familyFiles);
const fireAll = `
  const hooks = await createHooks(options);
  await hooks.fire("UserPromptSubmit", { prompt: "hello" });
  await hooks.fire("Stop", { stop_hook_active: false });
  const foreground = hooks.fire("PreToolUse", call);
  await there(${files.map((file) => JSON.stringify(file)).join(", ")});
`;

async function expectNobody(world: ReturnType<typeof folderWith>): Promise<void> {
  for (const file of files) {
    const pid = await pidIn(world.at(file));
    expect(pid).toBeGreaterThan(1);
    expect(isAlive(pid), file).toBe(false);
  }
}

describe.concurrent("P13 nothing outlives the host", () => {
  it.each(["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"] as const)(
    "that dies of %s",
    async (signal) => {
      const world = folderWith(events);
      const { child, ended } = startHost(world, `${fireAll} console.log("ready");`);
      await new Promise((resolve) => child.stdout.once("data", resolve));
      child.kill(signal);
      expect(await ended).toMatchObject({ code: null, signal });
      await expectNobody(world);
    },
  );

  it.each([
    ["dies of an uncaught exception", 'throw new Error("oops");', 1],
    ["dies of an unhandled rejection", 'Promise.reject(new Error("oops"));', 1],
    ["exits", "process.exit(3);", 3],
    [
      "exits in a listener of its own",
      'process.on("SIGTERM", () => process.exit(4)); process.kill(process.pid, "SIGTERM");',
      4,
    ],
    ["closes the engine", "await hooks.close(); await foreground;", 0],
  ])("that %s", async (_, body, code) => {
    const world = folderWith(events);
    const { ended } = startHost(world, fireAll + body);
    expect((await ended).code).toBe(code);
    await expectNobody(world);
  });

  it("that sends itself the signal again after cleaning up", async () => {
    const world = folderWith(events);
    const body = `process.once("SIGTERM", () => process.kill(process.pid, "SIGTERM"));
      process.kill(process.pid, "SIGTERM");`;
    expect(await startHost(world, fireAll + body).ended).toMatchObject({ signal: "SIGTERM" });
    await expectNobody(world);
  });

  it("and a host that does not die of a signal keeps its runs", async () => {
    const world = folderWith(
      before("echo $$ > ../pid; until test -e ../go; do sleep 0.02; done; echo lived"),
    );
    const body = `
      const { writeFileSync } = await import("node:fs");
      process.on("SIGINT", () => writeFileSync(at("go"), ""));
      const hooks = await createHooks(options);
      hooks.on((progress) => progress.type === "run-ended" && console.log(progress.run.stdout.text));
      const fired = hooks.fire("PreToolUse", call);
      await there("pid");
      process.kill(process.pid, "SIGINT");
      await fired;`;
    expect((await startHost(world, body).ended).stdout).toContain("lived");
  });
});

describe.concurrent("a host", () => {
  it("P13 ends by itself while a spare waits, and the spare ends with it", async () => {
    const world = folderWith(
      before({ command: "echo $$ >> ../pids; cat >/dev/null", prewarm: true }),
    );
    const body = `const hooks = await createHooks(options);
      await hooks.fire("PreToolUse", call);
      const { readFileSync } = await import("node:fs");
      await until(() => readFileSync(at("pids"), "utf8").split("\\n").length === 3);`;
    expect(await startHost(world, body).ended).toMatchObject({ code: 0, stderr: "" });
    const pids = (await written(world.at("pids"))).split("\n").map(Number);
    expect(pids.map(isAlive)).toEqual([false, false]);
  });

  it("P10 can end while a run that passed its limit is still alive", async () => {
    const command = "trap '' TERM; echo $$ > ../pid; while :; do sleep 0.05; done";
    const world = folderWith(before({ command, timeout: 0.3 }));
    // Node opens these two at some time by itself.
    const body = `const [, ] = [process.stdout, process.stderr];
      const atFirst = process.getActiveResourcesInfo();
      const hooks = await createHooks(options);
      await hooks.fire("PreToolUse", call);
      console.log(JSON.stringify([atFirst, process.getActiveResourcesInfo()]));`;
    const { stdout } = await startHost(world, body).ended;
    const [atFirst, atLast] = JSON.parse(stdout);
    expect(atLast).toEqual(atFirst);
    expect(isAlive(await pidIn(world.at("pid")))).toBe(false);
  });

  it("P1 has 60 runs at once without a warning of leaks, and no listener is left", async () => {
    const commands = Array.from({ length: 60 }, (_, index) => `cat > /dev/null; : ${index}`);
    const body = `const engines = await Promise.all([1, 2, 3].map(() => createHooks(options)));
      const controller = new AbortController();
      await Promise.all(engines.map((hooks) => hooks.fire("PreToolUse", call, { signal: controller.signal })));
      const count = () => ["exit", "SIGTERM", "SIGINT"].map((name) => process.listenerCount(name)).join();
      console.log(count());
      await Promise.all(engines.map((hooks) => hooks.close()));`;
    const { stdout, stderr } = await startHost(folderWith(before(...commands)), body).ended;
    expect({ stdout, stderr }).toEqual({ stdout: "1,1,1\n", stderr: "" });
  });

  it("P5 without free descriptors gets a failure, and continues when there are some again", async () => {
    const body = `
      const { closeSync, openSync } = await import("node:fs");
      const hooks = await createHooks({ ...options, runner: false });
      hooks.on((progress) => progress.type === "run-ended" && console.log(JSON.stringify(progress.run.end)));
      await hooks.fire("PreToolUse", call);
      const opened = [];
      try { for (;;) opened.push(openSync("/dev/null")); } catch {}
      await hooks.fire("PreToolUse", call);
      for (const descriptor of opened) closeSync(descriptor);
      await hooks.fire("PreToolUse", call);
      await hooks.close();`;
    const { stdout, stderr } = await startHost(folderWith(before("exit 0")), body, "ulimit -n 60")
      .ended;
    expect(stderr).toBe("");
    expect(
      stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { how: "exited", code: 0 },
      { how: "couldNotStart", cause: "this process has no file descriptors left" },
      { how: "exited", code: 0 },
    ]);
  });

  it("P13 leaves nothing in the temporary folder when it closes", async () => {
    const world = folderWith({
      SessionStart: [
        { hooks: [{ command: "echo A=1 > $CLAUDE_ENV_FILE; head -c 2000000 /dev/zero" }] },
      ],
    });
    const body = `
      delete options.sessionFolder;
      const hooks = await createHooks(options);
      await hooks.fire("SessionStart", { source: "startup" });
      console.log(hooks.config.environmentFiles().length);
      await hooks.close();
      await hooks.close();`;
    const { stdout } = await startHost(
      world,
      body,
      `mkdir ${world.at("tmp")}; export TMPDIR=${world.at("tmp")}`,
    ).ended;
    expect(stdout).toBe("1\n");
    await until(() => readdirSync(world.at("tmp")).length === 0);
  });
});
