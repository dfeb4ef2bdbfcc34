import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";
import { brand } from "@snaphook/protocol";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { heldClock, watchSignals } from "../../../../../scripts/testing/held-clock.ts";
import { systemClock } from "../clock.ts";
import { processStarter } from "../process-starter.ts";
import { isAlive, pidIn, until } from "../testing.ts";
import { type ProcessRequest, runProcess, startProcess } from "./run-process.ts";

const folder = mkdtempSync(join(tmpdir(), "run-process-"));
const newFile = () => join(folder, randomUUID());

const request = (script: string, more: Partial<ProcessRequest> = {}): ProcessRequest => ({
  program: "/bin/sh",
  args: ["-c", script],
  cwd: "/",
  env: process.env,
  stdin: "",
  limitMs: 30_000,
  signal: undefined,
  marker: ["TEST_RUN", randomUUID()],
  spillFolder: folder,
  ...more,
});
/** In the runner, if this project uses it. */
const processes = processStarter({});
const run = (script: string, more: Partial<ProcessRequest> = {}) =>
  processes.start(request(script, more)).finished;
beforeAll(async () => {
  processes.prepare();
  await until(() => processes.status().state !== "starting");
});
/** The same on a clock that the test moves. */
const runHeld = (script: string, more: Partial<ProcessRequest> = {}) => {
  const clock = heldClock();
  return { clock, running: runProcess(request(script, more), spawn, clock) };
};
/** Leaves a child behind, whose pid is in the file; it does not end before the test does. */
const leaving = (file: string) =>
  `sh -c 'echo $$ > ${file}; exec sleep 600' & until test -s ${file}; do :; done`;
const leftBehind = async (file: string) => {
  const pid = await pidIn(file);
  onTestFinished(() => void process.kill(pid, "SIGKILL"));
  return pid;
};

describe("P6 stdin", () => {
  it.each([
    ["cat", "cat"],
    ["by its name", "cat /dev/stdin"],
    ["by its name, twice", "cat /dev/stdin > /dev/null; cat /dev/stdin"],
    ["by another name", "cat /proc/self/fd/0"],
    ["redirected", "cat < /dev/stdin"],
    ["in Node", `node -e 'process.stdout.write(require("fs").readFileSync("/dev/stdin"))'`],
    ["in Node as a stream", "node -e 'process.stdin.pipe(process.stdout)'"],
  ])("is read %s", async (_, script) => {
    expect((await run(script, { stdin: "one line\n" })).stdout.text).toBe("one line\n");
  });

  it("is at its end at once when there is nothing to read", async () => {
    expect((await run("cat; echo end", { stdin: "" })).stdout.text).toBe("end\n");
  });

  it("leaves no file behind", async () => {
    const files = () =>
      ["/dev/shm", tmpdir()]
        .filter((place) => existsSync(place))
        .flatMap((place) => readdirSync(place))
        .filter((name) => name.startsWith(`${brand.command}-stdin-`));
    const before = files();
    await run("cat > /dev/null", { stdin: "x".repeat(2_000_000) });
    // Those of other tests come and go.
    await until(() => files().every((name) => before.includes(name)));
  });

  it("is delivered and closed", async () => {
    const { end, stdout } = await run("cat", { stdin: '{"a":1}\n' });
    expect(end).toEqual({ how: "exited", code: 0 });
    expect(stdout).toEqual({ text: '{"a":1}\n', bytes: 8, complete: true });
  });

  it.each([
    ["never read", "exit 0"],
    ["read in part", "head -c 10"],
    ["closed by the hook", "exec 0<&-; sleep 0.1"],
    ["not read while output flows", "head -c 500000 /dev/zero; cat >/dev/null"],
  ])("is no error when it is large and %s", async (_, script) => {
    expect(await run(script, { stdin: "x".repeat(1 << 22) })).toMatchObject({
      end: { how: "exited", code: 0 },
      notes: [],
    });
  });

  it("is ended by a limit while the hook does not read it", async () => {
    const stdin = "x".repeat(1 << 22);
    expect((await run("sleep 20", { stdin, limitMs: 200 })).end).toMatchObject({
      how: "timedOut",
    });
  });
});

describe("P9 the end of a run", () => {
  it("waits 500 ms for a child that holds the pipes, names it and leaves it alive", async () => {
    const file = newFile();
    const { clock, running } = runHeld(`echo said; ${leaving(file)}; exit 3`);
    const pid = await leftBehind(file);
    await clock.awaited(500);
    await clock.pass(500);
    const { end, stdout, notes } = await running;
    expect(isAlive(pid)).toBe(true);
    expect(end).toEqual({ how: "exited", code: 3 });
    expect(stdout.text).toBe("said\n");
    expect(notes).toEqual([`a pipe is held open by process ${pid} (sleep 600)`]);
  });

  it("does not wait for a child that holds no pipe, and does not name it", async () => {
    const file = newFile();
    const { running } = runHeld(`(${leaving(file)}) >/dev/null 2>&1 </dev/null`);
    const pid = await leftBehind(file);
    expect((await running).notes).toEqual([]);
    expect(isAlive(pid)).toBe(true);
  });

  it("comes with all output, however late a child of an exited hook writes it", async () => {
    const go = newFile();
    const { clock, running } = runHeld(
      `(until test -e ${go}; do sleep 0.02; done; echo late) & echo early`,
    );
    await clock.awaited(500);
    writeFileSync(go, "");
    expect((await running).stdout.text).toBe("early\nlate\n");
  });

  it("is the exit, not the limit, when the limit passes while output is drained", async () => {
    const file = newFile();
    const { clock, running } = runHeld(`${leaving(file)}; exit 2`, { limitMs: 300 });
    await leftBehind(file);
    await clock.awaited(500);
    await clock.pass(500);
    expect((await running).end).toEqual({ how: "exited", code: 2 });
  });

  it("is the exit, not the limit, when only the host was too busy to see it", async () => {
    const file = newFile();
    // From here on, Node calls back what is due before it reads anything.
    await turn();
    const { finished } = startProcess(
      request(`echo no; echo $$ > ${file}; exit 2`, { limitMs: 1 }),
      spawn,
      systemClock,
    );
    const nobody = new Int32Array(new SharedArrayBuffer(4));
    const hasExited = () => {
      const pid = existsSync(file) && Number(readFileSync(file, "utf8"));
      return pid && !isAlive(pid);
    };
    while (!hasExited()) Atomics.wait(nobody, 0, 0, 10);
    const { end, stdout } = await finished;
    expect(end).toEqual({ how: "exited", code: 2 });
    expect(stdout.text).toBe("no\n");
  });

  it("distinguishes a signal from an exit code", async () => {
    expect((await run("kill -KILL $$")).end).toEqual({ how: "killed", signal: "SIGKILL" });
  });
});

describe("P10 a limit holds", () => {
  it("in a hook that has barely started", async () => {
    const { clock, running } = runHeld("sleep 20", { limitMs: 1 });
    await clock.pass(1);
    expect((await running).end).toEqual({ how: "timedOut", limitMs: 1 });
  });

  it.each([
    ["stopped itself", "kill -STOP $$", true],
    ["ignores SIGTERM", "while :; do sleep 0.1; done", true, "trap '' TERM;"],
    ["floods", "while :; do echo flood; done", false],
    ["closed its output", "exec sleep 600", false, "exec >&- 2>&-;"],
  ])("in a hook that %s: the caller goes on, and the hook is ended", async (...row) => {
    const [, script, outlivesLimit, first = ""] = row;
    const signalsTo = watchSignals();
    const file = newFile();
    const { clock, running } = runHeld(`${first} echo $$ > ${file}; ${script}`, { limitMs: 200 });
    const pid = await pidIn(file);
    await clock.pass(199);
    expect(signalsTo(pid)).toEqual([]);
    await clock.pass(1);
    expect((await running).end).toEqual({ how: "timedOut", limitMs: 200 });
    expect(signalsTo(pid)).toEqual(["SIGTERM"]);
    if (outlivesLimit) expect(isAlive(pid)).toBe(true);
    await clock.pass(1500);
    await until(() => !isAlive(pid));
  });

  it("gives 1.5 s between SIGTERM and SIGKILL, and SIGTERM comes once", async () => {
    const signalsTo = watchSignals();
    const [pidFile, signalFile] = [newFile(), newFile()];
    const script = `trap 'echo term >> ${signalFile}' TERM; echo $$ > ${pidFile}; while :; do sleep 0.02; done`;
    const { clock, running } = runHeld(script, { limitMs: 300 });
    const pid = await pidIn(pidFile);
    await clock.pass(300);
    await running;
    await until(() => existsSync(signalFile));
    await clock.pass(1499);
    expect(signalsTo(pid)).toEqual(["SIGTERM"]);
    expect(isAlive(pid)).toBe(true);
    await clock.pass(1);
    expect(signalsTo(pid)).toEqual(["SIGTERM", "SIGKILL"]);
    await until(() => !isAlive(pid));
    expect(readFileSync(signalFile, "utf8")).toBe("term\n");
  });

  it("ends a child in a group, a child in a session and a child of init", async () => {
    const files = [newFile(), newFile(), newFile()];
    const [group, session, orphan] = files.map((file) => `echo $$ > ${file}; exec sleep 600`);
    const script = `sh -c '${group}' & setsid sh -c '${session}' & (setsid sh -c '${orphan}' &); wait; sleep 600`;
    const { clock, running } = runHeld(script, { limitMs: 1000 });
    const pids = await Promise.all(files.map(pidIn));
    await clock.pass(1000);
    await running;
    await until(() => !pids.some(isAlive));
  });

  it("ends processes that fork on SIGTERM", async () => {
    const [ready, file] = [newFile(), newFile()];
    const script = `trap "setsid sh -c 'trap \\"\\" TERM; echo \\$\\$ > ${file}; while :; do sleep 0.1; done' &" TERM
      echo > ${ready}; while :; do sleep 0.02; done`;
    const { clock, running } = runHeld(script, { limitMs: 300 });
    await until(() => existsSync(ready));
    await clock.pass(300);
    await running;
    const pid = await pidIn(file);
    await clock.pass(1500);
    // SIGKILL is repeated.
    while (isAlive(pid)) await clock.pass(20);
  });

  it("ends a child that left session and parent with an empty environment, by the pipe it writes to", async () => {
    const file = newFile();
    const script = `(env -i setsid sh -c 'echo $$ > ${file}; exec sleep 600' &); sleep 600`;
    const { clock, running } = runHeld(script, { limitMs: 500 });
    const pid = await pidIn(file);
    await clock.pass(500);
    await running;
    await until(() => !isAlive(pid));
  });

  it("P10: ends a child that left session, parent, environment and pipes, but not one that only works in the same folder", async () => {
    const cwd = mkdtempSync(join(folder, "project-"));
    const [file, other] = [newFile(), newFile()];
    const quiet = ">/dev/null 2>&1 </dev/null";
    const script = `(env -i setsid sh -c 'echo $$ > ${file}; exec sleep 600' ${quiet} &); sleep 600`;
    const { clock, running } = runHeld(script, { limitMs: 500, cwd });
    const pid = await pidIn(file);
    const detached = `(setsid sh -c 'echo $$ > ${other}; exec sleep 600' ${quiet} &)`;
    spawn("/bin/sh", ["-c", detached], { cwd, stdio: "ignore" });
    const stranger = await leftBehind(other);
    await clock.pass(500);
    await running;
    await until(() => !isAlive(pid));
    await clock.pass(1500);
    expect(isAlive(stranger)).toBe(true);
  });

  it.each([
    ["in its group", ""],
    ["in sessions of their own", "setsid "],
  ])(
    "P10: ends a chain of processes, %s, of which each starts the next and exits",
    async (_, starter) => {
      const [links, script] = [newFile(), newFile()];
      writeFileSync(script, `#!/bin/sh\ntrap "" TERM\necho >> ${links}\n${starter}"$0" &\n`, {
        mode: 0o755,
      });
      // Whatever the outcome, it finds no script to go on with.
      onTestFinished(() => rmSync(script));
      const { clock, running } = runHeld(`${script}; exec sleep 600`, { limitMs: 500 });
      const length = () => statSync(links).size;
      await until(() => existsSync(links) && length() > 2);
      await clock.pass(500);
      await running;
      await clock.pass(1500);
      clock.release();
      // A link of it takes a few milliseconds.
      let last = 0;
      while (last < length()) {
        last = length();
        await wait(200);
      }
    },
  );

  it("finds what runs in a hook that is itself an agent's hook", async () => {
    const file = newFile();
    const inner = ["inner", "words"].join(" ");
    const script = `(TEST_RUN="$TEST_RUN ${inner}" setsid sh -c 'echo $$ > ${file}; exec sleep 600' &); sleep 600`;
    const { clock, running } = runHeld(script, { limitMs: 500 });
    const pid = await pidIn(file);
    await clock.pass(500);
    await running;
    await until(() => !isAlive(pid));
  });
});

describe("P11 output", () => {
  it("keeps 1 MiB of a flood, counts the rest and has all of it in a file", async () => {
    const { stdout } = await run("head -c 3000000 /dev/zero | tr '\\0' x");
    expect(stdout).toMatchObject({ bytes: 3_000_000, complete: false });
    expect(stdout.text).toHaveLength(1024 * 1024);
    expect(readFileSync(stdout.file ?? "", "utf8")).toBe("x".repeat(3_000_000));
  });

  it("reads both streams at once, whichever is full", async () => {
    const half = "head -c 300000 /dev/zero";
    const { stdout, stderr } = await run(`${half} >&2; ${half}; ${half} >&2`);
    expect([stdout.bytes, stderr.bytes]).toEqual([300_000, 600_000]);
  });

  it("does without the file when the session's folder cannot be used", async () => {
    const spillFolder = newFile();
    writeFileSync(spillFolder, "no folder");
    const { end, notes } = await run("head -c 3000000 /dev/zero", { spillFolder });
    expect(end).toEqual({ how: "exited", code: 0 });
    expect(notes).toEqual([
      expect.stringContaining("the long output could not be saved completely"),
    ]);
  });
});

describe("P18 an abort", () => {
  it("ends the run at once and its tree after", async () => {
    const file = newFile();
    const controller = new AbortController();
    const running = run(`echo $$ > ${file}; sleep 20`, { signal: controller.signal });
    const pid = await pidIn(file);
    controller.abort();
    expect((await running).end).toEqual({ how: "cancelled" });
    await until(() => !isAlive(pid));
  });

  it("before the start starts nothing", async () => {
    const file = newFile();
    const { end } = await run(`touch ${file}`, { signal: AbortSignal.abort() });
    expect(end).toEqual({ how: "cancelled" });
    expect(existsSync(file)).toBe(false);
  });

  it("after the exit leaves alone what the hook left behind (P13)", async () => {
    const [leader, child] = [newFile(), newFile()];
    const controller = new AbortController();
    const signalsTo = watchSignals();
    const { clock, running } = runHeld(`echo $$ > ${leader}; ${leaving(child)}`, {
      signal: controller.signal,
    });
    const [leaderPid, childPid] = [await pidIn(leader), await leftBehind(child)];
    await clock.awaited(500);
    controller.abort();
    expect((await running).end).toEqual({ how: "cancelled" });
    expect([...signalsTo(leaderPid), ...signalsTo(childPid)]).toEqual([]);
    expect(clock.pending()).toEqual([]);
    expect(isAlive(childPid)).toBe(true);
  });

  it("of many runs warns of no leak", async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => warnings.push(warning);
    process.on("warning", onWarning);
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 30 }, () => run("exit 0", { signal })));
    await until(() => true);
    process.off("warning", onWarning);
    expect(warnings).toEqual([]);
  });
});

describe("P5 what cannot be started is a value", () => {
  it.each([
    [
      "no program",
      { program: "/no/such/program" },
      "notFound",
      "/no/such/program: no such program",
    ],
    ["no program on PATH", { program: "no-such-program" }, "notFound", "no-such-program"],
    ["no directory", { cwd: "/no/such/folder" }, "couldNotStart", "/no/such/folder"],
    ["a directory that is a file", { cwd: "/etc/passwd" }, "couldNotStart", "/etc/passwd"],
    ["a directory as program", { program: "/tmp" }, "couldNotStart", "EACCES"],
    ["an empty program", { program: "" }, "couldNotStart", "empty"],
    ["a NUL in the command", { args: ["-c", "echo \0"] }, "couldNotStart", "null bytes"],
    ["a NUL in a variable", { env: { A: "\0" } }, "couldNotStart", "null bytes"],
    ["a huge argument", { args: ["-c", "x".repeat(1 << 18)] }, "couldNotStart", "too long"],
    ["a huge variable", { env: { A: "x".repeat(1 << 23) } }, "couldNotStart", "too long"],
  ])("%s", async (_, more, how, cause) => {
    const { end, stdout } = await run("exit 0", more);
    expect(end).toEqual({ how, cause: expect.stringContaining(cause) });
    expect(stdout).toEqual({ text: "", bytes: 0, complete: true });
  });

  it("distinguishes a missing interpreter from a missing script", async () => {
    const program = newFile();
    writeFileSync(program, "#!/no/such/interpreter\n", { mode: 0o755 });
    expect((await run("", { program, args: [] })).end).toEqual({
      how: "couldNotStart",
      cause: expect.stringContaining("named in its first line"),
    });
  });

  it("sends no signal when there is no process", async () => {
    const sent: unknown[] = [];
    const { kill } = process;
    process.kill = (...args) => {
      sent.push(args);
      return true;
    };
    const running = startProcess(request("", { program: "/no/such/program" }), spawn, systemClock);
    running.cancel();
    const { end } = await running.finished;
    process.kill = kill;
    expect(end.how).toBe("notFound");
    expect(sent).toEqual([]);
  });
});

it("P13 the descriptors of ended runs are closed, even if a process that cannot be found holds the pipes", async () => {
  const before = pipes();
  const ours = () => pipes().filter((pipe) => !before.includes(pipe));
  const clock = heldClock();
  const files = [newFile(), newFile()];
  const runs = files.map((file) => {
    const hidden = `(env -i setsid sh -c 'echo $$ > ${file}; exec sleep 600 3>&1 >/dev/null 2>&1' &); exec sleep 600`;
    return runProcess(request(hidden, { limitMs: 1000 }), spawn, clock);
  });
  const pids = await Promise.all(files.map(leftBehind));
  expect(ours()).not.toEqual([]);
  await clock.pass(1000);
  await Promise.all(runs);
  while (ours().length > 0) await clock.pass(1500);
  expect(pids.map(isAlive)).toEqual([true, true]);
});

/** The pipes that this process has open. */
const pipes = (): readonly string[] =>
  readdirSync("/proc/self/fd")
    .map((name) => readlink(`/proc/self/fd/${name}`))
    .filter((target) => /^(?:pipe|socket):/.test(target));

/** Empty if the descriptor was closed meanwhile. */
function readlink(file: string): string {
  try {
    return readlinkSync(file);
  } catch {
    return "";
  }
}
