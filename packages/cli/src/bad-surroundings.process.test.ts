import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { brand } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import * as tested from "../../../scripts/packed/tested.ts";
import { bash, command, user, workplace } from "./testing/workplace.ts";

type Place = ReturnType<typeof workplace>;

/** Runs the command below a shell that makes the world bad first. */
async function below(place: Place, before: string, args: readonly string[], after = "") {
  const words = [...tested.command(), ...args];
  const script = `${before}; "$@" < /dev/null ${after}`;
  const child = spawn("/bin/bash", ["-c", script, "bash", ...words], {
    cwd: place.cwd,
    env: { PATH: process.env["PATH"], HOME: place.home },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise((resolve) => child.on("close", resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, stdout, stderr };
}

async function ends(place: Place, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const run = place.start(["-p", "go", ...args], env);
  run.child.stdin.end();
  return run.ended;
}

/** Refused before anything happened, in words and without a trace of our insides. */
const refused = (words: string) => ({
  code: 1,
  stdout: "",
  stderr: expect.stringMatching(
    new RegExp(`^${brand.command}: (?!.*\\n +at )[^]*${words}`),
  ) as string,
});

describe("what cannot be done is reported", () => {
  it.each([
    ["no JSON", "[[", "script\\.json:1: not JSON"],
    ["no turns", '{"main": 3}', "found 3, expected a list of turns"],
  ])("a script that is %s", async (_, content, words) => {
    const place = workplace();
    writeFileSync(join(place.base, "script.json"), content);
    expect(await ends(place, place.model)).toEqual({ ...refused(words), code: 2 });
  });

  it("a missing API key; the session id can be used again", async () => {
    const place = workplace();
    const id = ["--session-id", "6d0f9ae1-2f2a-4f43-9d3f-0d6f3a3f6c11"];
    expect(await ends(place, id)).toEqual(refused("set ANTHROPIC_API_KEY"));
    expect(await ends(place, [...id, ...place.model])).toMatchObject({ code: 0 });
  });

  it.each([
    ["--resume", "there-is-none", "there is no session there-is-none", 1],
    ["--resume", "../../etc/passwd", "is not a session id", 1],
    ["--cwd", "/there/is/none", "the folder /there/is/none does not exist", 2],
    ["--system-prompt-file", "/there/is/none", "--system-prompt-file: the file cannot be read", 2],
    [
      "-o",
      "/there/is/none",
      "-o: the file cannot be written: the folder /there/is does not exist",
      2,
    ],
    ["--json-schema", "{", "--json-schema: not JSON", 2],
    ["--json-schema", '{"type": "array"}', 'it must describe an object: "type" is "array"', 2],
    ["--json-schema", '{"type": "object", "if": {}}', "--json-schema: it cannot be used", 2],
    ["--json-schema", '{"type": "object", "propertys": {}}', 'did you mean "properties"\\?', 2],
    ["--json-schema", "/etc/hostname", "to use the file: --json-schema", 2],
  ])("%s %s", async (flag, value, words, code) => {
    const place = workplace();
    const end = { ...refused(words), code };
    expect(await ends(place, [...place.model, flag, value])).toEqual(end);
  });

  it("a FIFO or a folder in the place of a file is an error, and nothing waits for its other end", async () => {
    const place = workplace();
    const fifo = join(place.cwd, "fifo");
    execFileSync("mkfifo", [fifo]);
    writeFileSync(join(place.cwd, "t.jsonl"), "");
    const agent = ["-p", "go", ...place.model];
    const commands: readonly (readonly string[])[] = [
      [...agent, "--trace", fifo],
      [...agent, "--trace", place.base],
      [...agent, "-o", fifo],
      [...agent, "--system-prompt-file", fifo],
      [...agent, "--mcp-config", fifo],
      ["-p", "go", "--model", `script:${fifo}`],
      ["run", "Stop", "--trace", fifo],
      ["run", "Stop", "--input", `@${fifo}`],
      ["trace", "t.jsonl", "--html", fifo],
      ["trace", "t.jsonl", "--otlp", place.base],
      ["trace", fifo],
      ["test", fifo],
    ];
    const ended = commands.map(async (args) => {
      const run = place.start(args);
      run.child.stdin.end();
      const { code, stderr } = await run.ended;
      return { args, code, stderr };
    });
    for (const { args, code, stderr } of await Promise.all(ended)) {
      expect.soft(stderr, args.join(" ")).toMatch(/it is (?:not a regular file|a directory)/);
      expect.soft(code, args.join(" ")).toBe(args[0] === "-p" ? 2 : 1);
    }
  });

  it("a folder that cannot be looked at, such as a link to itself", async () => {
    const place = workplace();
    const loop = join(place.cwd, "loop");
    symlinkSync(loop, loop);
    const end = { ...refused(`the folder ${loop} does not exist, or may not be entered`), code: 2 };
    expect(await ends(place, [...place.model, "--cwd", loop])).toEqual(end);
  });

  it("a current folder that was removed", async () => {
    const place = workplace();
    const before = "mkdir gone && cd gone && rmdir ../gone";
    expect(await below(place, before, ["-p", "go", ...place.model])).toEqual(
      refused("the current folder no longer exists"),
    );
  });

  it.each(["text", "stream-json"])("output as %s for which there is no room", async (format) => {
    const place = workplace();
    const args = ["-p", "go", ...place.model, "--output-format", format];
    expect(await below(place, "true", args, "> /dev/full")).toEqual(
      refused("the output cannot be written: ENOSPC"),
    );
  });

  it("-o with a file for which there is no room", async () => {
    const place = workplace();
    expect(await ends(place, [...place.model, "-o", "/dev/full"])).toEqual(
      refused("the output cannot be written: ENOSPC"),
    );
  });

  it("-o leaves its file as it was if the session cannot start, and replaces it otherwise", async () => {
    const place = workplace();
    const file = join(place.cwd, "out.txt");
    const [missing, out] = [
      ["--model", "script:none.json"],
      ["-o", file],
    ];
    expect(await ends(place, [...missing, ...out])).toMatchObject({ code: 2 });
    expect(place.has("out.txt")).toBe(false);
    writeFileSync(file, "an earlier and longer answer");
    expect(await ends(place, [...missing, ...out])).toMatchObject({ code: 2 });
    expect(place.read("out.txt")).toBe("an earlier and longer answer");
    expect(await ends(place, [...place.model, ...out])).toMatchObject({ code: 0, stdout: "" });
    expect(place.read("out.txt")).toBe("done\n");
  });

  it("output of a command for which there is no room", async () => {
    const { code, stderr } = await below(workplace(), "true", ["sample", "Stop"], "> /dev/full");
    expect(code).toBe(1);
    expect(stderr).toContain("the output cannot be written: ENOSPC");
  });

  it("a reader that closes the pipe is no error", async () => {
    const args = ["schema", "settings"];
    const { stderr } = await below(workplace(), "true", args, "| head -c 1");
    expect(stderr).toBe("");
  });

  it.each([
    ["that is not there", "/there/is/none.json", "the settings file does not exist"],
    ["that is no JSON", '{"hooks": 3', "not valid JSON: close brace expected"],
    ["that is a folder", "/", "it is a directory"],
    ["file that is no JSON", "../broken.json", /not valid JSON: .*; fix the JSON\n$/],
  ])("--settings %s is an error, because its guards would not run", async (_, settings, words) => {
    const place = workplace();
    writeFileSync(join(place.base, "broken.json"), "{");
    expect(await ends(place, [...place.model, "--settings", settings])).toEqual({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(words),
    });
  });
});

/** Runs a command, so that everything a session writes is needed. */
const working = { script: { main: [[bash("seq 1 20000; echo $HOME")], ["done"]], after: "on" } };
const unasked = "--dangerously-skip-permissions";

describe("G9 a session that cannot be kept", () => {
  it.each([
    ["a file", (place: Place) => join(place.home, ".claude/settings.json"), "ENOTDIR"],
    ["a read-only folder", () => "/proc/self", "ENOENT"],
    ["a folder that cannot be made", () => "/dev/null/home", "ENOTDIR"],
  ])("works if HOME is %s, and says so", async (_, homeOf, code) => {
    const place = workplace({ ...working, env: { TMPDIR: join(realpathSync(tmpdir())) } });
    const { stderr, ...end } = await ends(place, [...place.model, unasked], {
      HOME: homeOf(place),
    });
    expect(end).toEqual({ code: 0, stdout: "done\n" });
    expect(stderr).toMatch(
      new RegExp(`^warning: nothing of this session is kept, .*cannot be written: ${code}`),
    );
  });

  it("works if neither HOME nor TMPDIR can be written: hooks get their input, long output is kept", async () => {
    const read = command(`grep -c . "$(sed 's/.*"transcript_path":"\\([^"]*\\)".*/\\1/')" > lines`);
    const place = workplace(working);
    const settings = JSON.stringify({ hooks: { Stop: read } });
    const nowhere = { HOME: "/proc/self", TMPDIR: "/proc/self" };
    const args = [...place.model, unasked, "--settings", settings];
    const { stderr, ...end } = await ends(place, args, nowhere);
    expect(end).toEqual({ code: 0, stdout: "done\n" });
    expect(stderr).toMatch(/^warning: nothing of this session is kept[^\n]*\n$/);
    expect(Number(place.read("lines"))).toBeGreaterThan(2);
  });

  it("HOME=/dev/null is no mistake in settings, and no one is advised to replace the device", async () => {
    const place = workplace();
    const { stderr } = await ends(place, place.model, { HOME: "/dev/null" });
    expect(stderr).toMatch(/^warning: nothing of this session is kept, .*; choose another HOME\n$/);
  });

  it("a relative HOME is not used: the project's settings would be the user's own", async () => {
    const place = workplace({ hooks: {}, script: [["done"]] });
    mkdirSync(join(place.cwd, "rel/.claude"), { recursive: true });
    const hooks = { Stop: command("touch stopped") };
    writeFileSync(join(place.cwd, "rel/.claude/settings.json"), JSON.stringify({ hooks }));
    const args = [...place.model, "--no-session-persistence"];
    const { code, stderr } = await ends(place, args, { HOME: "rel" });
    expect(code).toBe(0);
    expect(stderr).toContain('HOME is "rel", which is not an absolute path');
    expect(place.has("stopped")).toBe(false);
    expect(readdirSync(join(place.cwd, "rel"))).toEqual([".claude"]);
  });

  it("--no-session-persistence keeps nothing; hooks can read the transcript; a session can be continued", async () => {
    const read = command(`grep -c . "$(sed 's/.*"transcript_path":"\\([^"]*\\)".*/\\1/')" > lines`);
    const place = workplace({ ...working, hooks: { Stop: read } });
    const TMPDIR = join(place.base, "tmp");
    mkdirSync(TMPDIR);
    const args = [...place.model, unasked, "--no-session-persistence"];
    expect(await ends(place, args, { TMPDIR })).toEqual({ code: 0, stdout: "done\n", stderr: "" });
    expect(Number(place.read("lines"))).toBeGreaterThan(2);
    expect(place.transcripts()).toEqual([]);
    expect(readdirSync(TMPDIR).filter((name) => name.includes("session"))).toEqual([]);

    await ends(place, [...place.model, unasked], { TMPDIR });
    const [kept] = place.transcripts();
    expect(await ends(place, [...args, "--continue"], { TMPDIR })).toMatchObject({
      stdout: "on\n",
    });
    expect(place.transcripts()).toEqual([kept]);
  });
});

describe("a problem that does not prevent the work is reported, and the work continues", () => {
  it("C5 broken user settings, turned off guards and refused prompts are in the JSON result", async () => {
    const deny = { Stop: command("exit 0"), UserPromptSubmit: command("echo not now >&2; exit 2") };
    const place = workplace({ hooks: deny });
    const json = async () =>
      JSON.parse((await ends(place, [...place.model, "--output-format", "json"])).stdout);
    expect(await json()).toMatchObject({
      prompt_refused: true,
      is_error: false,
      result: expect.stringContaining("not now"),
      warnings: [],
    });
    const settings = join(place.home, ".claude/settings.json");
    writeFileSync(settings, JSON.stringify({ hooks: deny, disableAllHooks: true }));
    const off = await json();
    expect(off).toMatchObject({ warnings: [expect.stringContaining("disableAllHooks")] });
    expect(off).not.toHaveProperty("prompt_refused");
    writeFileSync(settings, "{");
    expect(await json()).toMatchObject({ errors: [expect.stringContaining("not valid JSON")] });
  });

  it("C5 user settings that are not a file", async () => {
    const place = workplace();
    const HOME = join(place.base, "other");
    mkdirSync(join(HOME, ".claude/settings.json"), { recursive: true });
    expect(await ends(place, place.model, { HOME })).toEqual({
      code: 0,
      stdout: "done\n",
      stderr: expect.stringContaining("it is a directory"),
    });
  });

  it("G9 a full disk: the user sees one message, commands run, and the model learns what was cut", async () => {
    const script = [[bash("seq 1 20000; touch ran")], [bash("echo x > small")], ["done"]];
    const place = workplace({ script });
    const args = ["-p", "go", ...place.model, "--dangerously-skip-permissions"];
    // The size is in blocks of 1024 bytes; without the trap the signal would end the process.
    const { code, stdout } = await below(place, "trap '' XFSZ; ulimit -f 1", [
      ...args,
      "--output-format",
      "stream-json",
    ]);
    expect(code).toBe(0);
    expect(stdout.match(/the transcript is incomplete: Error: EFBIG/g)).toHaveLength(1);
    expect(stdout).toMatch(/could not be saved: [^"]*EFBIG/);
    expect(place.read("ran")).toBe("");
    expect(place.read("small")).toBe("x\n");
    const [transcript = ""] = place.transcripts();
    for (const line of transcript.trimEnd().split("\n")) JSON.parse(line);
  });

  it("an empty HOME is not the project", async () => {
    const place = workplace();
    mkdirSync(join(place.cwd, ".claude"));
    const hooks = { Stop: command("touch stopped") };
    writeFileSync(join(place.cwd, ".claude/settings.json"), JSON.stringify({ hooks }));
    const { stderr } = await below(place, "HOME=", ["hooks"]);
    expect(stderr).toBe("");
    const { stdout } = await below(place, "HOME=", ["hooks"]);
    expect(stdout).toMatch(/untrusted +Project/);
    expect(stdout).not.toMatch(/ User /);
    expect(readdirSync(place.cwd)).toEqual([".claude"]);
  });

  it("garbage in stream-json: each line is answered, and a prompt between them is processed", async () => {
    const place = workplace();
    const args = ["-p", "--input-format", "stream-json", "--output-format", "stream-json"];
    const run = place.start([...args, ...place.model]);
    const bytes = Buffer.from(Array.from({ length: 20_000 }, (_, index) => (index * 7919) % 251));
    run.child.stdin.write(bytes);
    run.child.stdin.write(`\n${user("go")}`);
    run.child.stdin.end(Buffer.from([0xff, 0xfe, 0x7b]));
    expect(await run.ended).toMatchObject({ code: 0 });
    const rejected = run.lines.filter(({ subtype }) => subtype === "input_error");
    expect(rejected.length).toBeGreaterThan(10);
    expect(run.lines.find(({ type }) => type === "result")).toMatchObject({ result: "done" });
  });

  it("a prompt of 50 MB is processed, stored, and the session can be continued", async () => {
    const size = 50_000_000;
    const hooks = { UserPromptSubmit: command("wc -c > input-size") };
    const place = workplace({
      hooks,
      script: { main: [["done"]], after: "on" },
      env: { DISABLE_AUTO_COMPACT: "1" },
    });
    const run = place.start(["-p", ...place.model]);
    run.child.stdin.end("x".repeat(size));
    expect(await run.ended).toEqual({ code: 0, stdout: "done\n", stderr: "" });
    expect(Number(place.read("input-size"))).toBeGreaterThan(size);
    expect(place.transcripts()[0]?.length).toBeGreaterThan(size);
    expect(await ends(place, [...place.model, "--continue"])).toMatchObject({ stdout: "on\n" });
  });
});

it("T8 a project that contains the temporary folder is not copied into itself", async () => {
  const place = workplace();
  mkdirSync(join(place.cwd, "tmp"));
  writeFileSync(join(place.cwd, "trace.jsonl"), "");
  const inside = { TMPDIR: join(place.cwd, "tmp") };
  const commands = [["test"], ["chaos"], ["doctor"], ["replay", "trace.jsonl"]];
  const runs = commands.map(async (args) => {
    const { child, ended } = place.start(args, inside);
    child.stdin.end();
    return ended;
  });
  for (const run of await Promise.all(runs))
    expect(run).toEqual(refused("cannot be copied: it contains .* set TMPDIR"));
});
