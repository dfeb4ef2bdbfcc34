import { spawn, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brand } from "@snaphook/protocol";
import { describe, expect, it, vi } from "vitest";
import * as tested from "../../../../../scripts/packed/tested.ts";

interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A home with hooks of the user, an empty project, a script for the model, and the command run in it. */
function workplace({ hooks = {}, script = [["done"]] as readonly unknown[] } = {}) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "agent-test-")));
  const [home, cwd] = [join(base, "home"), join(base, "project")];
  mkdirSync(join(home, ".claude"), { recursive: true });
  mkdirSync(cwd);
  writeFileSync(join(home, ".claude", "settings.json"), JSON.stringify({ hooks }));
  writeFileSync(join(base, "script.json"), JSON.stringify(script));
  const model = ["--model", `script:${join(base, "script.json")}`];
  const [program, ...words] = tested.command();
  const start = (args: readonly string[]) =>
    spawn(program, [...words, ...model, ...args], {
      cwd,
      env: { PATH: process.env["PATH"], HOME: home },
    });
  const run = (args: readonly string[], input = ""): Promise<Outcome> =>
    new Promise((resolve) => {
      const child = start(args);
      let [stdout, stderr] = ["", ""];
      child.stdout.setEncoding("utf8").on("data", (chunk) => {
        stdout += chunk;
      });
      child.stderr.setEncoding("utf8").on("data", (chunk) => {
        stderr += chunk;
      });
      child.on("close", (code) => resolve({ code, stdout, stderr }));
      child.stdin.end(input);
    });
  return { base, cwd, home, start, run };
}

/** The number in a file, once it is there. */
const numberIn = (file: string): number =>
  existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;

const command = (text: string) => [{ hooks: [{ type: "command", command: text }] }];
const bash = (text: string) => ({ tool: "Bash", input: { command: text, description: "x" } });
const linesOf = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
const user = (content: string) =>
  `${JSON.stringify({ type: "user", message: { role: "user", content } })}\n`;

describe("-p", () => {
  it("prints the result and nothing else", async () => {
    const { run } = workplace();
    expect(await run(["-p", "go"])).toEqual({ code: 0, stdout: "done\n", stderr: "" });
  });

  it("adds piped input to the prompt, or uses it as the prompt", async () => {
    const hooks = { UserPromptSubmit: command("cat > input.json") };
    const { run, cwd } = workplace({ hooks });
    const receivedPrompt = () => JSON.parse(readFileSync(join(cwd, "input.json"), "utf8")).prompt;
    await run(["-p", "look at this:"], "a\nb\n");
    expect(receivedPrompt()).toBe("look at this:\na\nb");
    await run(["-p"], "piped\n");
    expect(receivedPrompt()).toBe("piped");
  });

  it("U2 --debug-file logs what hooks did; --trace writes the same as JSON", async () => {
    const { run, cwd } = workplace({ hooks: { Stop: command("echo said") } });
    const { code, stderr } = await run(["-p", "go", "--debug-file", "d.log", "--trace", "t.jsonl"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const log = readFileSync(join(cwd, "d.log"), "utf8");
    expect(log).toMatch(
      /DEBUG \[hooks\] Stop: ran [0-9a-f]+ "echo said" \(command, user, .*limit 600 s/,
    );
    expect(log).toMatch(/stdout \(5 bytes\): "said\\n"/);
    expect(statSync(join(cwd, "d.log")).mode & 0o777).toBe(0o600);
    const events = linesOf(readFileSync(join(cwd, "t.jsonl"), "utf8")).map(({ event }) => event);
    expect(events).toContain("Stop");
  });

  it("U2 a debug log that cannot be written breaks nothing", async () => {
    const { run } = workplace({ hooks: { Stop: command("true") } });
    const { code, stdout, stderr } = await run([
      "-p",
      "go",
      "--debug-file",
      "/no/such/folder/d.log",
    ]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "done\n" });
    expect(stderr).toContain("the debug log cannot be written: Error: ENOENT");
  });

  it("U2 a trace that cannot be written breaks nothing, and is reported in our words", async () => {
    const { run } = workplace({ hooks: { Stop: command("true") } });
    const { code, stdout, stderr } = await run(["-p", "go", "--trace", "/proc/none/t.jsonl"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "done\n" });
    expect(stderr).toMatch(/^warning: the trace cannot be written: ENOENT.*\n$/);
  });

  it("--timeline prints what happened, step by step", async () => {
    const refuse = [{ matcher: "Bash", ...command("echo not here >&2; exit 2")[0] }];
    const script = [[bash("ls")], ["I could not"]];
    const { run } = workplace({ hooks: { PreToolUse: refuse }, script });
    const { stdout } = await run(["-p", "go", "--timeline"]);
    expect(stdout).toMatch(/user +go\n/);
    expect(stdout).toMatch(/model +→ Bash \{"command":"ls"/);
    expect(stdout).toMatch(/hooks +✗ PreToolUse: refuse/);
    expect(stdout).toMatch(/refused +.*not here/);
    expect(stdout).toMatch(/model +I could not\nend +completed\n$/);
  });
});

describe("G11 --max-turns", () => {
  it("is an error that says so: exit 1", async () => {
    const { run } = workplace({ script: [[bash("true")], [bash("true")], ["never"]] });
    const args = ["-p", "go", "--max-turns", "1", "--output-format", "json"];
    const { code, stdout } = await run([...args, "--dangerously-skip-permissions"]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ subtype: "error_max_turns", is_error: true });
    const inText = await run(["-p", "go", "--max-turns", "1", "--dangerously-skip-permissions"]);
    expect(inText).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("error: the agent reached the limit of --max-turns"),
    });
  });
});

describe("stream-json", () => {
  const streaming = ["-p", "--input-format", "stream-json", "--output-format", "stream-json"];

  it("U3 reports hooks with --include-hook-events", async () => {
    const { run } = workplace({ hooks: { Stop: command("echo said") } });
    const args = ["-p", "go", "--output-format", "stream-json", "--verbose"];
    const hookRecords = async (...more: readonly string[]) =>
      linesOf((await run([...args, ...more])).stdout).filter(
        ({ hook_name }) => hook_name === "Stop",
      );
    expect(await hookRecords("--include-hook-events")).toMatchObject([
      { subtype: "hook_started" },
      { subtype: "hook_response", stdout: "said\n", exit_code: 0, outcome: "success" },
    ]);
    expect(await hookRecords()).toEqual([]);
  });

  it("processes prompts one after another, each with a result", async () => {
    const { run } = workplace({ script: [["one"], ["two"]] });
    const { code, stdout } = await run(streaming, user("a") + user("b"));
    expect(code).toBe(0);
    const results = linesOf(stdout).filter(({ type }) => type === "result");
    expect(results.map(({ result }) => result)).toEqual(["one", "two"]);
  });

  it("H6 a hook registered by the driver refuses a call", async () => {
    const { start } = workplace({ script: [[bash("touch here")], ["end"]] });
    const child = start([...streaming, "--dangerously-skip-permissions"]);
    const send = (record: object) => child.stdin.write(`${JSON.stringify(record)}\n`);
    const lines: Record<string, unknown>[] = [];
    let rest = "";
    child.stdout.setEncoding("utf8").on("data", (chunk) => {
      const parts = (rest + chunk).split("\n");
      rest = parts.pop() ?? "";
      for (const part of parts) take(JSON.parse(part));
    });
    function take(line: Record<string, unknown>): void {
      lines.push(line);
      if (line["type"] === "result") child.stdin.end();
      if (line["type"] !== "control_request") return;
      const decision = {
        permissionDecision: "deny",
        permissionDecisionReason: "the driver says no",
      };
      const response = { hookSpecificOutput: { hookEventName: "PreToolUse", ...decision } };
      send({
        type: "control_response",
        response: { subtype: "success", request_id: line["request_id"], response },
      });
    }
    const hooks = { PreToolUse: [{ matcher: "Bash", hookCallbackIds: ["c1"] }] };
    send({ type: "control_request", request_id: "1", request: { subtype: "initialize", hooks } });
    child.stdin.write(user("go"));
    await new Promise((resolve) => child.on("close", resolve));
    expect(JSON.stringify(lines)).toContain("the driver says no");
    expect(lines.find(({ type }) => type === "control_request")).toMatchObject({
      request: { subtype: "hook_callback", callback_id: "c1", input: { tool_name: "Bash" } },
    });
  });

  it("G1 --permission-prompt-tool stdio asks the driver", async () => {
    const { start, cwd } = workplace({ script: [[bash("touch here")], ["end"]] });
    const child = start([...streaming, "--permission-prompt-tool", "stdio"]);
    let rest = "";
    const asked: unknown[] = [];
    child.stdout.setEncoding("utf8").on("data", (chunk) => {
      const parts = (rest + chunk).split("\n");
      rest = parts.pop() ?? "";
      for (const line of parts.map((part) => JSON.parse(part))) {
        if (line.type === "result") child.stdin.end();
        if (line.type !== "control_request") continue;
        asked.push(line.request);
        const { request_id, request } = line;
        const response = { behavior: "allow", updatedInput: request.input };
        const answer = { subtype: "success", request_id, response };
        child.stdin.write(`${JSON.stringify({ type: "control_response", response: answer })}\n`);
      }
    });
    child.stdin.write(user("go"));
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect(code).toBe(0);
    expect(asked).toMatchObject([{ subtype: "can_use_tool", tool_name: "Bash" }]);
    expect(statSync(join(cwd, "here")).isFile()).toBe(true);
  });
});

describe("signals", () => {
  it.each([
    ["SIGINT", 1],
    ["SIGTERM", 143],
  ] as const)("P13 %s ends what runs, fires SessionEnd and exits %i", async (signal, expected) => {
    const hooks = {
      PreToolUse: command("echo $$ > started; exec sleep 60"),
      SessionEnd: command("cat > ended.json"),
    };
    const { start, cwd } = workplace({ hooks, script: [[bash("true")], ["never"]] });
    const child = start(["-p", "go"]);
    child.stdin.end();
    const exited = new Promise((resolve) => child.on("close", resolve));
    const pid = await vi.waitUntil(() => numberIn(join(cwd, "started")), { timeout: 30_000 });
    child.kill(signal);
    expect(await exited).toBe(expected);
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
    expect(JSON.parse(readFileSync(join(cwd, "ended.json"), "utf8"))).toMatchObject({
      hook_event_name: "SessionEnd",
    });
  });
});

it("a reader that takes one line and leaves is no crash, but is reported", () => {
  const { base, cwd, home } = workplace();
  const args = `-p go --output-format stream-json --model script:${join(base, "script.json")}`;
  const env = { PATH: process.env["PATH"], HOME: home };
  const pipe = `${tested.command().join(" ")} ${args} < /dev/null | head -n 1`;
  const { stdout, stderr } = spawnSync("/bin/sh", ["-c", pipe], { cwd, env, encoding: "utf8" });
  expect(JSON.parse(stdout)).toMatchObject({ subtype: "init" });
  expect(stderr).toMatch(/^\w+: the reader of stdout closed it .*\n$/);
});

it(`${brand.command} --help names the flags of the agent and the commands`, async () => {
  const { stdout } = await workplace().run(["--help"]);
  for (const words of ["--output-format", "--include-hook-events", "explain", "trust"])
    expect(stdout).toContain(words);
});
