import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createHooks, jsonLinesTrace } from "@snaphook/engine";
import { doctorReport as schema } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { makeProject, oneHook } from "../testing/make-project.ts";
import { allHealthy, type DoctorOptions, doctorReport } from "./doctor.ts";
import { printDoctor } from "./print-doctor.ts";

type Place = Pick<ReturnType<typeof makeProject>, "cwd" | "home">;

async function doctor({ cwd, home }: Place, more: DoctorOptions = {}, trustProject = true) {
  const hooks = await createHooks({ cwd, home, trustProject, sessionId: "doctor" });
  try {
    const report = await doctorReport(hooks, { home, ...more });
    expect(schema.parse(report)).toMatchObject({ ok: true });
    return { report, hooks: report.hooks, text: printDoctor(report) };
  } finally {
    await hooks.close();
  }
}

const guard = '"$CLAUDE_PROJECT_DIR"/.claude/hooks/guard.sh';
const project = (command: string, script: string, event = "PreToolUse") =>
  makeProject({
    ".claude/settings.json": oneHook(event, command, { matcher: "Bash", onFailure: "block" }),
    ".claude/hooks/guard.sh": script,
  });

describe("doctor", () => {
  it("P17 a hook that works: its programs, its shell, and what it costs with new and with prewarmed processes", async () => {
    const place = project(guard, "#!/bin/sh\nsleep 0.05\ncat | grep -q rm && exit 2\nexit 0\n");
    const { report, hooks, text } = await doctor(place);
    const [hook] = hooks;
    expect(hook).toMatchObject({ state: "ready", problems: [], lint: [] });
    expect(hook?.root).toEqual({ path: place.cwd, exists: true });
    expect(hook?.shell).toEqual({ path: "/bin/sh", exists: true });
    expect(hook?.programs.map(({ name }) => name)).toEqual(["sh", "sleep", "cat", "grep"]);
    expect(hook?.programs.every(({ path }) => path !== null)).toBe(true);
    expect(hook?.cost).toMatchObject({ runs: 5, because: null });
    // What it does before it reads its input is over when the event comes.
    expect(hook?.cost.coldMs).toBeGreaterThanOrEqual(50);
    expect(hook?.cost.prewarmedMs).toBeLessThan(hook?.cost.coldMs ?? 0);
    expect(allHealthy(report)).toBe(true);
    expect(text).toMatch(/^✓ {2}PreToolUse Bash {2}…\/guard.sh +ready +\d+ ms +[\d.]+ ms +-$/m);
    expect(text).toContain("1 hook, 0 broken");
  });

  it("a program that is not on PATH breaks the hook; one that the script tests for does not", async () => {
    const place = project(
      guard,
      "#!/bin/sh\ncat > input.json\nif command -v no-such-bell; then no-such-bell; fi\nrefuse() { exit 2; }\nno-such-jq . input.json && refuse\nexit 0\n",
    );
    const { report, hooks, text } = await doctor(place);
    const script = join(place.cwd, ".claude/hooks/guard.sh");
    expect(hooks[0]?.problems).toEqual([`no-such-jq is not on PATH; ${script} calls it`]);
    expect(text).toContain("works without no-such-bell");
    expect(allHealthy(report)).toBe(false);
    expect(existsSync(join(place.cwd, "input.json"))).toBe(false);
  });

  it("a hook that can never start is broken: a bad #! line, a FIFO, and exit 127 with a sample", async () => {
    const shebang = await doctor(project(guard, "#!/bin/sh\r\nexit 0\r\n"));
    expect(shebang.hooks[0]?.problems[0]).toContain("ends with a carriage return");
    expect(allHealthy(shebang.report)).toBe(false);
    const place = project(`"$CLAUDE_PROJECT_DIR/fifo"`, "#!/bin/sh\n");
    execFileSync("mkfifo", [join(place.cwd, "fifo")]);
    const fifo = await doctor(place);
    expect(fifo.hooks[0]?.problems[0]).toContain("is not a regular file");
    expect(fifo.text).toMatch(/…\/fifo /);
    const fails = await doctor(project(guard, "#!/bin/sh\nexit 127\n"));
    expect(fails.hooks[0]?.problems[0]).toContain("with a sample it fails");
    expect(allHealthy(fails.report)).toBe(false);
  });

  it("an interpreter or a script that does not exist, and programs that Python starts", async () => {
    const place = makeProject({
      ".claude/settings.json": JSON.stringify({
        hooks: {
          PreToolUse: [
            {
              hooks: [
                { type: "command", command: "no-such-python guard.py" },
                { type: "command", command: `python3 "$CLAUDE_PROJECT_DIR"/guard.py` },
                { type: "command", command: `"$CLAUDE_PROJECT_DIR"/gone.sh` },
              ],
            },
          ],
        },
      }),
      "guard.py": 'import subprocess\nsubprocess.run(["no-such-linter"])\n',
    });
    const { hooks } = await doctor(place, { measure: false });
    expect(hooks.map(({ problems }) => problems)).toEqual([
      ["no-such-python is not on PATH"],
      [`no-such-linter is not on PATH; ${place.cwd}/guard.py calls it`],
      [`its script ${place.cwd}/gone.sh does not exist`],
    ]);
  });

  it("T8 nothing of a project that is not trusted runs, and the report says so", async () => {
    const place = project(guard, `#!/bin/sh\necho ran >> "$PROOF"\n`);
    const proof = join(place.home, "proof");
    process.env["PROOF"] = proof;
    const { hooks, text, report } = await doctor(place, {}, false);
    expect(hooks[0]).toMatchObject({ state: "untrusted", cost: { coldMs: null, runs: 0 } });
    expect(text).toContain("note: 1 hook is not trusted and was not run; to review:");
    expect(allHealthy(report)).toBe(true);
    expect(existsSync(proof)).toBe(false);
    await doctor(place);
    delete process.env["PROOF"];
    expect(readFileSync(proof, "utf8")).toContain("ran");
  });

  it("T8 a trusted hook whose script has changed does not run", async () => {
    const place = project(guard, "#!/bin/sh\ncat\n");
    await place.trustAll();
    expect((await doctor(place, {}, false)).hooks[0]?.cost.runs).toBe(5);
    place.write(".claude/hooks/guard.sh", "#!/bin/sh\ncat; exit 0\n");
    expect((await doctor(place, {}, false)).hooks[0]).toMatchObject({
      state: "changed",
      cost: { runs: 0 },
    });
  });

  it("a hook of the user runs with copies of its scripts, in a home of its own", async () => {
    const { cwd, home, write } = makeProject({
      "../home/.claude/settings.json": oneHook("PostToolUse", "~/.claude/hooks/log.sh", {
        async: true,
      }),
      "../home/.claude/hooks/words.txt": "hello\n",
    });
    write("../home/.claude/hooks/log.sh", '#!/bin/sh\ncat "$(dirname "$0")"/words.txt >> ~/log\n');
    const { hooks } = await doctor({ cwd, home });
    expect(hooks[0]).toMatchObject({ root: null, state: "ready", problems: [] });
    expect(hooks[0]?.cost.runs).toBe(5);
    expect(existsSync(join(home, "log"))).toBe(false);
  });

  it("P7 a hook of a plugin is measured with the plugin's folder, also in its script", async () => {
    const command = "$" + "{CLAUDE_PLUGIN_ROOT}/log.sh";
    const { cwd, home } = makeProject({
      "tools/.claude-plugin/plugin.json": '{"name":"tools"}',
      "tools/hooks/hooks.json": oneHook("PostToolUse", command),
      "tools/log.sh": '#!/bin/sh\ncat >/dev/null\ncat "$CLAUDE_PLUGIN_ROOT"/words.txt\n',
      "tools/words.txt": "hello\n",
    });
    const hooks = await createHooks({
      cwd,
      home,
      trustProject: true,
      sessionId: "doctor",
      pluginDirectories: [join(cwd, "tools")],
    });
    const { hooks: rows } = await doctorReport(hooks, { home });
    await hooks.close();
    expect(rows).toMatchObject([
      { scope: "plugin", problems: [], cost: { runs: 5, because: null } },
    ]);
  });

  it("a hook that fails with the sample says so, and one that asks a server is not measured", async () => {
    const place = makeProject({
      ".claude/settings.json": JSON.stringify({
        hooks: {
          PreToolUse: [
            {
              hooks: [
                { type: "command", command: "cat >/dev/null; echo oops >&2; exit 1" },
                { type: "http", url: "http://127.0.0.1:1/hook" },
              ],
            },
          ],
        },
      }),
    });
    const { hooks } = await doctor(place);
    expect(hooks[0]?.cost.because).toContain("with a sample it fails: ");
    expect(hooks[1]?.cost).toMatchObject({
      coldMs: null,
      because: "it is not a program, and no request is sent",
    });
  });

  it("P15 a trace says how much of a turn a hook takes; lines that are not records are named", async () => {
    const place = project(guard, "#!/bin/sh\nsleep 0.05\n");
    const file = join(place.home, "trace.jsonl");
    const session = await createHooks({
      cwd: place.cwd,
      home: place.home,
      sessionId: "traced",
      trustProject: true,
      trace: jsonLinesTrace(file),
    });
    await session.fire("UserPromptSubmit", { prompt: "go" });
    await session.fire("PreToolUse", {
      tool_name: "Bash",
      tool_input: { command: "ls" },
      tool_use_id: "1",
    });
    await session.fire("Stop", { stop_hook_active: false });
    await session.close();
    writeFileSync(file, '{"half":\n{"version":1}\n', { flag: "a" });
    const { hooks, report, text } = await doctor(place, { traces: [file], measure: false });
    expect(hooks[0]?.turn?.runs).toBe(1);
    expect(hooks[0]?.turn?.share).toBeGreaterThan(0.3);
    expect(report.traces).toMatchObject([{ file, records: 3, turns: 1 }]);
    expect(text).toContain("line 4 is not a record: it is not JSON");
    expect(text).toMatch(/line 5 is not a record: kind /);
    expect(text).toMatch(/ready +- +- +\d+\.\d %/);
  });

  it("C5 entries and files with errors are reported, and not healthy", async () => {
    const place = makeProject({
      ".claude/settings.json": '{"hooks":{"PreToolUse":[{"hooks":[{"type":"comand"}]}]}}',
      ".claude/settings.local.json": "{",
    });
    const { report, hooks, text } = await doctor(place);
    expect(hooks).toMatchObject([{ state: "invalid", id: null }]);
    expect(report.diagnostics.map(({ place: { file } }) => file)).toEqual([
      join(place.cwd, ".claude/settings.local.json"),
    ]);
    expect(allHealthy(report)).toBe(false);
    expect(text).toContain("1 hook, 1 broken, 1 error in settings");
  });

  it("a script that may not be executed is a broken program for its caller", async () => {
    const place = project(guard, "#!/bin/sh\n./tool.sh\n");
    place.write("tool.sh", "echo hello\n");
    chmodSync(join(place.cwd, "tool.sh"), 0o644);
    const { hooks } = await doctor(place, { measure: false });
    expect(hooks[0]?.problems.join()).toContain("./tool.sh is not an executable file");
  });
});
