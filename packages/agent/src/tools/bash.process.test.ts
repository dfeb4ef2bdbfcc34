import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { heldClock } from "../../../../scripts/testing/held-clock.ts";
import { bash } from "./bash.ts";
import { endBackgroundCommands } from "./shell/background-commands.ts";
import { call, runnerReady, session } from "./testing.ts";
import { ToolFailure } from "./tool.ts";

beforeAll(runnerReady);

const run = (command: string, { context }: ReturnType<typeof session>, more: object = {}) =>
  call(bash, { command, ...more }, context);

const failure = async (promise: Promise<unknown>): Promise<string> => {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ToolFailure);
  return (error as ToolFailure).message;
};

const until = async (holds: () => boolean) => {
  while (!holds()) await wait(10);
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe("E24 Bash answers", () => {
  test("with what was printed, without the final newline", async () => {
    const { response, text } = await run("echo out; echo err >&2", session());
    expect(response).toEqual({
      stdout: "out\nerr",
      stderr: "",
      interrupted: false,
      isImage: false,
    });
    expect(text).toBe("out\nerr");
  });

  test("stdout and stderr in the order in which they were printed", async () => {
    const command = "for n in 1 2 3 4 5; do echo out $n; echo err $n >&2; done";
    const { text } = await run(command, session());
    expect(text).toBe([1, 2, 3, 4, 5].map((n) => `out ${n}\nerr ${n}`).join("\n"));
    const failed = await failure(run("echo err >&2; echo out; exit 1", session()));
    expect(failed).toBe("Exit code 1\nerr\nout");
  });

  test("E6 a failure with exit code and what was printed, on a new line", async () => {
    const world = session();
    expect(await failure(run("echo out; echo err >&2; exit 3", world))).toBe(
      "Exit code 3\nout\nerr",
    );
    expect(await failure(run("false", world))).toBe("Exit code 1");
    expect(await failure(run("kill -9 $$", world))).toBe("Exit code 137");
    expect(await failure(run("if", world))).toMatch(/^Exit code \d+\n.*syntax error/);
  });

  test("a command without output has a text that says so, and an empty response", async () => {
    const { response, text } = await run("true", session());
    expect(response).toMatchObject({ stdout: "", stderr: "" });
    expect(text).not.toBe("");
  });

  test("the command sees no arguments, no terminal, no input and nothing of the tool's wrapper", async () => {
    const { response } = await run('echo "$# [$1]"; cat; tty; true', session());
    expect(response).toMatchObject({ stdout: "0 []\nnot a tty", stderr: "" });
    const traced = await run("set -x; echo one", session());
    expect(traced.response).toMatchObject({
      stdout: expect.stringMatching(/^\++ echo one\none$/),
      stderr: "",
    });
  });

  test("text that is not a complete command fails as the shell fails it", async () => {
    const { response } = await run("echo 'it'\"'\"'s' # a comment", session());
    expect(response).toMatchObject({ stdout: "it's" });
    const heredoc = await run("cat <<END\n$HOME 'x'\nEND", session());
    expect(heredoc.response).toMatchObject({ stdout: expect.stringMatching(/home 'x'$/) });
  });

  test("P8 env: no hook variables, CLAUDECODE set, no profile files read", async () => {
    const home = session();
    const world = session({
      env: {
        PATH: process.env["PATH"],
        HOME: home.project,
        CLAUDE_PROJECT_DIR: "/p",
        CLAUDE_ENV_FILE: "/e",
        X: "1",
      },
    });
    for (const name of [".bashrc", ".bash_profile", ".profile"]) home.write(name, "echo noise\n");
    const command = 'echo "[$CLAUDE_PROJECT_DIR][$CLAUDE_ENV_FILE][$CLAUDECODE][$X]"';
    expect((await run(command, world)).response).toMatchObject({ stdout: "[][][1][1]" });
  });

  test("long output keeps its beginning and its end, and is complete in a file of the session", async () => {
    const world = session();
    const { response, text } = await run("seq 1 20000; echo last >&2", world);
    const { stdout, persistedOutputPath, persistedOutputSize } = response as Record<string, string>;
    const whole = `${Array.from({ length: 20_000 }, (_, index) => index + 1).join("\n")}\nlast`;
    const [head = "", note = "", end = ""] = (stdout ?? "").split(/\n(\[The middle .*\])\n/);
    expect(whole.startsWith(head)).toBe(true);
    expect(whole.endsWith(end)).toBe(true);
    expect([head.length, end.length]).toEqual([15_000, 15_000]);
    expect(note).toBe("[The middle is left out.]");
    expect(persistedOutputSize).toBe(whole.length + 1);
    expect(readFileSync(persistedOutputPath ?? "", "utf8")).toBe(whole);
    expect(text).toBe(`${stdout}\n[All ${whole.length + 1} bytes are in ${persistedOutputPath}]`);
  });

  test.each([
    [2_000_000, "All 2000012 bytes are in"],
    [70_000_000, "The first 67108864 of 70000012 bytes are in"],
  ])("of %i bytes the end is kept too, and the note about the file is true", async (size, note) => {
    const world = session();
    const failed = await failure(
      run(
        `printf head; head -c ${size} /dev/zero | tr '\\0' y; printf '\nthe end' >&2; exit 1`,
        world,
      ),
    );
    expect(failed).toMatch(/^Exit code 1\nheady{14996}\n\[/);
    expect(failed).toMatch(/\]\ny+\nthe end\n\[.* bytes are in .*\]$/);
    expect(failed.length).toBeLessThan(31_000);
    expect(failed).toContain(note);
  });

  test.each([
    ["1000", 1000],
    ["999999", 150_000],
    ["many", 30_000],
    ["0", 30_000],
  ])("BASH_MAX_OUTPUT_LENGTH=%s: %i characters", async (value, length) => {
    const world = session({ env: { PATH: process.env["PATH"], BASH_MAX_OUTPUT_LENGTH: value } });
    const { text } = await run("head -c 200000 /dev/zero | tr '\\0' x", world);
    expect(text.match(/^x+|x+$/gm)?.map((part) => part.length)).toEqual([length / 2, length / 2]);
  });
});

describe("E24 the directory stays where a command left it", () => {
  test.each([
    ["cd sub", "sub"],
    ["cd sub && false", "sub"],
    ["cd sub; exit 3", "sub"],
    ["cd sub; exec true", "sub"],
    ["set -eu; cd sub; false; cd ..", "sub"],
    ["trap 'echo bye' EXIT; cd sub", "sub"],
    ["set -C; cd sub", "sub"],
    ["pwd() { echo /; }; cd sub", "sub"],
    ["(cd sub)", ""],
    ["exec true", ""],
    ["cd sub; mkdir gone; cd gone; rmdir ../gone", ""],
  ])("%s", async (command, expected) => {
    const world = session();
    mkdirSync(world.at("sub"));
    await run(command, world).catch((error) => expect(error).toBeInstanceOf(ToolFailure));
    expect(world.context.cwd()).toBe(join(world.project, expected).replace(/\/$/, ""));
    expect(readdirSync(world.context.sessionFolder)).toEqual([]);
  });

  test("if the directory is gone nothing runs, and the next command runs in the project", async () => {
    const world = session();
    mkdirSync(world.at("sub"));
    await run("cd sub", world);
    rmSync(world.at("sub"), { recursive: true });
    expect(await failure(run("touch ran", world))).toContain("did not run");
    expect((await run("pwd; ls", world)).response).toMatchObject({ stdout: world.project });
  });
});

describe("P8 environment files are sourced before the command", () => {
  test("in order; plain assignments are visible and not exported", async () => {
    const files: string[] = [];
    const world = session({ environmentFiles: () => files });
    files.push(world.write("one.sh", "export A=1\nPLAIN=p\nBOTH=1\n"));
    files.push(world.write("two.sh", "BOTH=2\n"));
    const { response } = await run('echo "$A $PLAIN $BOTH"; env | grep -c "^PLAIN="; true', world);
    expect(response).toMatchObject({ stdout: "1 p 2\n0" });
  });

  test("one that is missing, invalid, prints or exits does not affect anything else", async () => {
    const files: string[] = [];
    const world = session({ environmentFiles: () => files });
    files.push(world.at("missing.sh"));
    files.push(world.write("syntax.sh", "if then\n"));
    files.push(world.write("loud.sh", "echo noise; echo noise >&2; cd /nowhere-at-all\n"));
    files.push(world.write("exits.sh", "exit 7\n"));
    files.push(world.write("good.sh", "GOOD=yes\n"));
    const { response } = await run('echo "$GOOD"; (exit 4) || exit 0', world);
    expect(response).toMatchObject({ stdout: "yes", stderr: "" });
  });
});

describe("Bash ends what takes too long", () => {
  test("P10 at the limit: a failure that says so, with what was printed, and the tree is gone", async () => {
    const clock = heldClock();
    const world = session({ clock });
    const command = "echo before; (sleep 600 & echo $! > pid; wait)";
    const failed = failure(run(command, world, { timeout: 2000 }));
    await until(() => existsSync(world.at("pid")) && world.read("pid").endsWith("\n"));
    const pid = Number(world.read("pid"));
    await clock.pass(1999);
    expect(isAlive(pid)).toBe(true);
    await clock.pass(1);
    clock.release();
    expect(await failed).toMatch(/2000 ms.*\nbefore$/);
    await until(() => !isAlive(pid));
  });

  test("P18 an abort: interrupted, with what was printed", async () => {
    const printed = Promise.withResolvers<void>();
    const world = session({
      spawn(program, args, options) {
        const child = spawn(program, args, options);
        child.stdout?.once("data", () => printed.resolve());
        return child;
      },
    });
    const stop = new AbortController();
    const command = "echo $$ > pid; echo before; sleep 600";
    const ended = failure(call(bash, { command }, world.context, stop.signal));
    await printed.promise;
    stop.abort();
    expect(await ended).toMatch(/interrupted.*\nbefore$/);
    await until(() => !isAlive(Number(world.read("pid"))));
  });
});

describe("Bash in the background", () => {
  test("answers at once, writes to a file, and says there how it ended", async () => {
    const world = session();
    const { response, text } = await run(
      "echo one; until [ -f go ]; do sleep 0.02; done; exit 3",
      world,
      {
        run_in_background: true,
      },
    );
    const { outputFile = "", backgroundTaskId = "" } = response as Record<string, string>;
    expect(text).toContain(outputFile);
    expect(text).toContain(backgroundTaskId);
    await until(() => readFileSync(outputFile, "utf8") === "one\n");
    world.write("go", "");
    await until(() => readFileSync(outputFile, "utf8").includes("Exit code 3"));
    await endBackgroundCommands(world.context);
  });

  test("P13 no process is left when the session has ended, not even one that ignores signals", async () => {
    const world = session();
    const deaf =
      "trap '' TERM; (trap '' TERM; echo $BASHPID > inner; while :; do sleep 1; done) & ";
    await run(`${deaf} echo $$ > outer; wait`, world, { run_in_background: true });
    await until(() =>
      ["inner", "outer"].every(
        (name) => existsSync(world.at(name)) && world.read(name).endsWith("\n"),
      ),
    );
    const pids = [Number(world.read("inner")), Number(world.read("outer"))];
    expect(pids.map(isAlive)).toEqual([true, true]);
    await endBackgroundCommands(world.context);
    expect(pids.map(isAlive)).toEqual([false, false]);
  });
});

test("E24 a command that cannot be started is a failure with a message", async () => {
  const world = session({
    spawn: (_program, args, options) => spawn("/nowhere/shell", args, options),
  });
  expect(await failure(run("true", world))).toContain("could not be started");
});

test("T11 git status, which is read-only, does not write the index", async () => {
  const world = session();
  await run("git init -q . && echo a > a && git add a && touch -d 2001-01-01 a", world);
  const before = readFileSync(world.at(".git/index"));
  await run("git status", world);
  expect(readFileSync(world.at(".git/index")).equals(before)).toBe(true);
});
