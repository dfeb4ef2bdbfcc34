import { spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isReadOnlyIn } from "./is-read-only-command.ts";
import { readOnlyPrograms } from "./read-only-programs.ts";

const folder = mkdtempSync(join(tmpdir(), "read-only-"));
const scratch = join(folder, "project");
const programs = join(folder, "programs");
const log = join(folder, "started");
const secret = "canary-of-the-key";
/** `npm run read-only` sets these. */
const numRuns = Number(process.env["READ_ONLY_RUNS"] ?? 150);
const seed = process.env["READ_ONLY_SEED"];
let connections = 0;
let server: Server;
let port = 0;

/** Programs of the list that the lines use, and others that must never start. */
const listed = ["cat", "find", "grep", "head", "ls", "sed", "sort", "stat", "tail", "wc"];
const others = ["touch", "tee", "rm", "cp", "xargs", "sh", "evil"];

beforeAll(async () => {
  mkdirSync(scratch);
  mkdirSync(programs);
  for (const name of [...listed, ...others]) {
    const real = ["/usr/bin", "/bin"].map((place) => join(place, name)).find(existsSync);
    const run = real === undefined ? "" : `exec ${real} "$@"`;
    const text = `#!/bin/sh\necho ${name} >>${log}\n${run}\n`;
    writeFileSync(join(programs, name), text);
    chmodSync(join(programs, name), 0o755);
  }
  // Names that options, subscripts and substitutions could come from.
  for (const name of ["a.txt", "b.txt", "-exec", "-o", "[$(touch made)]=1", "$(touch made)", "-f"])
    writeFileSync(join(scratch, name), "one\ntwo\n");
  writeFileSync(join(scratch, "evil"), `#!/bin/sh\necho evil >>${log}\n`, { mode: 0o755 });
  symlinkSync("/proc", join(scratch, "link"));
  server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  port = (server.address() as { port: number }).port;
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The names, sizes and times of everything in the scratch folder. */
const state = (): string =>
  readdirSync(scratch)
    .sort()
    .map((name) => {
      const { size, mtimeMs } = statSync(join(scratch, name));
      return name === "link" ? name : `${name} ${size} ${mtimeMs}`;
    })
    .join("\n");

/**
 * Runs a line in Bash. Its parent has the secret in its variables, as the agent has its key; the line has not. A line
 * that does not end, such as `tail -f`, is killed with everything it started.
 */
function run(line: string): Promise<string> {
  const inner = 'unset SECRET; /bin/bash --noprofile --norc -c "$0"; exit 0';
  const child = spawn("/bin/bash", ["--noprofile", "--norc", "-c", inner, line], {
    cwd: scratch,
    env: { PATH: programs, HOME: folder, SECRET: secret, LC_ALL: "C.UTF-8" },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const { pid } = child;
  if (pid === undefined) throw new Error("Bash could not be started");
  const limit = setTimeout(() => process.kill(-pid, "SIGKILL"), 3_000);
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (data: Buffer) => {
      printed += data.toString("latin1");
    });
  return new Promise((done) => {
    child.on("close", () => {
      clearTimeout(limit);
      done(printed);
    });
  });
}

const oneOf = (...texts: readonly string[]) => fc.constantFrom(...texts);
const word = fc.oneof(
  oneOf("a.txt", "b.txt", "*", "*.txt", "./*", "$x", '"$x"', "${x:-a.txt}", "${x}", "x", "one"),
  oneOf("$(ls)", "$(echo a.txt)", "$(cat a.txt)", "`ls`", "$((1+2))", "{a,b}.txt", "<(cat a.txt)"),
  oneOf("-n", "-r", "-R", "-l", "-name", "-type", "f", "-e", "1p", "s/o/0/", "-c", "--", "-1"),
  oneOf("$(touch made)", "`touch made`", ">(touch made)", "<(touch made)", "$((x))", '$"hello"'),
  oneOf("${x@P}", "${!x}", "${x:=b}", "'a[$(touch made)]'", "${a[$(touch made)]}", "$[x]", "$p"),
  oneOf("-exec", "-delete", "-o", "made", "--output=made", "-i", "w made", "1e touch made", "-f"),
  oneOf("/proc/$PPID/environ", "/p*/$PPID/env*", "$p/environ", "link/$PPID/environ", "$_", "link"),
  oneOf('/pr"oc"/$PPID/environ', "/{proc,x}/$PPID/environ", "$PPID/environ", "../../proc", "*/*"),
);
const program = fc.oneof(
  oneOf(...listed, "echo", "printf", "test", "[", "cd", "pwd", "true", "command -v"),
  oneOf(
    ...others,
    "eval",
    "exec",
    ".",
    "read",
    "printf -v",
    "test -v",
    "./evil",
    "env",
    "declare -i",
  ),
);
const redirection = () =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constant("") },
    oneOf(" 2>/dev/null", " >&2", " < a.txt", " <<< $x", " 2>&1", " <<E\n$x $(ls)\nE\n"),
    oneOf(" > made", " >> a.txt", " < $x", " >& made", " <> made", ` < /dev/tcp/127.0.0.1/${port}`),
  );
const assignment = () =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant("") },
    oneOf("x=a.txt; ", "x='a.txt b.txt'; ", "x=1 ", "p=/proc/$PPID; ", "a=(*); ", "x=$(ls); "),
    oneOf("RANDOM='a[$(touch made)]'; ", "SECONDS='a[$(touch made)]' ", "PATH=. ", "IFS=a; "),
    oneOf("a[$(touch made)]=1; ", "a=([$(touch made)]=1); ", "BASH_ENV=./evil ", "PS4='$(evil)' "),
    oneOf(
      `x=/dev/tcp/127.0.0.1/${port}; `,
      "x='a[$(touch made)]'; ",
      "x=-exec; ",
      "p=/pro; p=${p}c; ",
    ),
  );
const command = () =>
  fc
    .tuple(assignment(), program, fc.array(word, { maxLength: 3 }), redirection())
    .map(([before, name, words, after]) => `${before}${[name, ...words].join(" ")}${after}`);
const line = () =>
  fc.oneof(
    command(),
    fc
      .tuple(command(), oneOf(" | ", "; ", " && ", " || ", "\n"), command())
      .map((parts) => parts.join("")),
    fc.tuple(word, word, command()).map(([a, b, c]) => `for x in ${a} ${b}; do ${c}\ndone`),
    fc.tuple(command(), command()).map(([a, b]) => `if ${a}\nthen ${b}\nfi`),
    fc.tuple(word, command()).map(([a, b]) => `case ${a} in *) ${b}\n;; esac`),
    fc.tuple(word, word, command()).map(([a, b, c]) => `[[ ${a} == ${b} ]] && ${c}`),
    command().map((one) => `(${one}\n)`),
    command().map((one) => `ls() { ${one}\n}; ls`),
  );

describe("T11 what is judged read-only, run in a real shell", () => {
  it(
    "changes no file, opens no connection, starts no other program and prints no secret",
    async () => {
      const place = { cwd: scratch, home: folder };
      let judged = 0;
      const before = state();
      await fc.assert(
        fc.asyncProperty(
          line().filter((text) => isReadOnlyIn(place, text)),
          async (text) => {
            judged += 1;
            writeFileSync(log, "");
            const printed = await run(text);
            const started = readFileSync(log, "utf8").split("\n").filter(Boolean);
            expect(state(), text).toBe(before);
            expect(connections, text).toBe(0);
            expect(
              started.filter((name) => !listed.includes(name)),
              text,
            ).toEqual([]);
            expect(printed.includes(secret), text).toBe(false);
          },
        ),
        { numRuns, endOnFailure: true, ...(seed === undefined ? {} : { seed: Number(seed) }) },
      );
      expect(judged).toBeGreaterThanOrEqual(numRuns);
    },
    120_000 + numRuns * 200,
  );

  it("the canaries work: the same lines without the judge trip each of them", async () => {
    const found = async (text: string) => {
      writeFileSync(log, "");
      return run(text);
    };
    const before = state();
    expect(await found("cat /proc/$PPID/environ")).toContain(secret);
    await found(`cat < /dev/tcp/127.0.0.1/${port}`);
    expect(connections).toBe(1);
    connections = 0;
    await found("RANDOM='a[$(touch made)]'");
    expect(readFileSync(log, "utf8")).toBe("touch\n");
    expect(state()).not.toBe(before);
    rmSync(join(scratch, "made"));
  });

  it("a line that does not end is killed", async () => {
    expect(await run("tail -f a.txt")).toBe("one\ntwo\n");
  });

  it("every program of the list is one that the judge knows", () => {
    expect(listed.filter((name) => !readOnlyPrograms.has(name))).toEqual([]);
    expect(others.filter((name) => readOnlyPrograms.has(name))).toEqual([]);
  });
});
