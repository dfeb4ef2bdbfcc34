import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AgentOptions, openAgentSession, scriptedModel } from "@snaphook/agent";
import { systemClock } from "@snaphook/engine/internal";
import { brand } from "@snaphook/protocol";
import { describe, expect, it, onTestFinished } from "vitest";
import { runPlain } from "./plain/run-plain.ts";
import { type RunTerminalOptions, runTerminal } from "./run-terminal.tsx";
import { fakeTerminal } from "./testing/fake-terminal.ts";

const esc = "\u001B";

/** A folder with a scripted model; hooks in code note the events of the session. */
function workplace(script: unknown = { main: [], after: "the answer" }) {
  const base = mkdtempSync(join(tmpdir(), "terminal-test-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const [cwd, home] = [join(base, "project"), join(base, "home")];
  for (const folder of [cwd, home]) mkdirSync(folder);
  const file = join(base, "script.json");
  writeFileSync(file, JSON.stringify(script));
  const fired: string[] = [];
  const note = (name: string, field: string) => [
    {
      hooks: [
        (input: Readonly<Record<string, unknown>>) => {
          fired.push(`${name} ${input[field]}`);
          return {};
        },
      ],
    },
  ];
  const terminal = fakeTerminal();
  const stop = new AbortController();
  const printed: string[] = [];
  const agent: RunTerminalOptions["agent"] = {
    cwd,
    home,
    env: { PATH: process.env["PATH"], HOME: home },
    managedFile: join(base, "no-policy.json"),
    model: () => scriptedModel(file, { clock: systemClock, limit: 1 }),
    hooks: {
      SessionStart: note("SessionStart", "source"),
      SessionEnd: note("SessionEnd", "reason"),
    } as NonNullable<AgentOptions["hooks"]>,
  };
  const options: RunTerminalOptions = {
    open: openAgentSession,
    agent,
    stdin: terminal.stdin,
    stdout: terminal.stdout,
    stderr: { isTTY: true, write: () => true },
    stop: stop.signal,
    print: (text) => void printed.push(text),
  };
  return { base, terminal, stop, printed, fired, options };
}

/** A session with agents that have no names, which no list can show. */
const openWithBadAgents: RunTerminalOptions["open"] = async (agent) => {
  const session = await openAgentSession(agent);
  const describe = () => ({ ...session.control.describe(), agents: [{}] });
  return Object.create(session, { control: { value: { ...session.control, describe } } });
};

describe("runTerminal", () => {
  it("a component that fails ends the session with its hooks, gives the terminal back and says why", async () => {
    const { terminal, options, fired, printed } = workplace();
    const ended = runTerminal({ ...options, open: openWithBadAgents });
    await terminal.shows("default");
    terminal.type("/agents\r");
    expect(await ended).toBe(1);
    expect(fired).toEqual(["SessionStart startup", "SessionEnd other"]);
    expect(printed).toHaveLength(1);
    expect(terminal.isRaw()).toBe(false);
    // The cursor is visible again.
    expect(terminal.written().lastIndexOf(`${esc}[?25h`)).toBeGreaterThan(
      terminal.written().lastIndexOf(`${esc}[?25l`),
    );
  });

  it("a signal ends the session for the reason other, with its exit code", async () => {
    const { terminal, options, fired, stop } = workplace();
    const ended = runTerminal(options);
    await terminal.shows("default");
    stop.abort({ exitCode: 129, why: "ended by SIGHUP" });
    expect(await ended).toBe(129);
    expect(fired).toEqual(["SessionStart startup", "SessionEnd other"]);
    expect(terminal.isRaw()).toBe(false);
  });

  it.each([
    ["fails", "echo BROKEN >&2; exit 1", "BROKEN"],
    ["takes too long", "exec sleep 30", "SessionEnd hook: exec sleep 30"],
  ])("E15 a SessionEnd hook that %s is reported on the terminal", async (_, command, shown) => {
    const { terminal, options } = workplace();
    const hook = { type: "command", command, timeout: 0.2 };
    const settings = JSON.stringify({ hooks: { SessionEnd: [{ hooks: [hook] }] } });
    const ended = runTerminal({ ...options, agent: { ...options.agent, settings } });
    await terminal.shows("default");
    terminal.type("/exit\r");
    expect(await ended).toBe(0);
    expect(terminal.written()).toContain(shown);
  });

  it("E15 when the screen fails, what SessionEnd hooks report is printed", async () => {
    const { options, terminal, printed } = workplace();
    const hook = { type: "command", command: "echo BROKEN >&2; exit 1" };
    const settings = JSON.stringify({ hooks: { SessionEnd: [{ hooks: [hook] }] } });
    const open = openWithBadAgents;
    const ended = runTerminal({ ...options, open, agent: { ...options.agent, settings } });
    await terminal.shows("default");
    terminal.type("/agents\r");
    expect(await ended).toBe(1);
    expect(printed.join("\n")).toContain("BROKEN");
  });

  it("U1 /hooks that is typed while the session opens shows the hooks when it is open", async () => {
    const { terminal, options, stop } = workplace();
    const opening = Promise.withResolvers<void>();
    const open: RunTerminalOptions["open"] = async (agent) => {
      await opening.promise;
      return openAgentSession(agent);
    };
    // The run of a hook would draw the view again.
    const ended = runTerminal({ ...options, open, agent: { ...options.agent, hooks: {} } });
    await terminal.shows(">");
    terminal.type("/hooks\r");
    await terminal.shows("still opening");
    opening.resolve();
    await terminal.shows("Hooks ·");
    stop.abort({ exitCode: 129, why: "" });
    await ended;
  });

  it("--resume without an id: nothing runs before the choice, and the earlier conversation is shown", async () => {
    const first = workplace();
    writeFileSync(join(first.options.agent.cwd, "CLAUDE.md"), "Use tabs.");
    const done = runTerminal({ ...first.options, prompt: "remember the milk" });
    await first.terminal.shows("the answer");
    first.stop.abort({ exitCode: 129, why: "" });
    await done;

    const terminal = fakeTerminal();
    const fired = first.fired.length;
    const stop = new AbortController();
    const again: RunTerminalOptions = {
      ...first.options,
      picksSession: true,
      stdin: terminal.stdin,
      stdout: terminal.stdout,
      stop: stop.signal,
    };
    const ended = runTerminal(again);
    await terminal.shows("just now        remember the milk");
    expect(first.fired).toHaveLength(fired);
    terminal.type("\r");
    await terminal.shows("the answer");
    expect(terminal.written()).not.toContain("Use tabs");
    stop.abort({ exitCode: 129, why: "" });
    await ended;
    expect(first.fired.slice(fired)).toEqual(["SessionStart resume", "SessionEnd other"]);
  });

  it("--resume without an id: a session that is in use is marked, and Enter continues a copy", async () => {
    const first = workplace();
    const done = runTerminal({ ...first.options, prompt: "remember the milk" });
    await first.terminal.shows("the answer");
    const terminal = fakeTerminal();
    const { stdin, stdout } = terminal;
    const again = runTerminal({ ...first.options, picksSession: true, stdin, stdout });
    await terminal.shows("in use · ");
    await terminal.shows("Enter continue a copy");
    terminal.type("\r");
    await terminal.shows("the answer");
    first.stop.abort({ exitCode: 129, why: "" });
    expect(await Promise.all([done, again])).toEqual([129, 129]);
    expect(first.fired[1]).toMatch(/^SessionStart (fork|resume)$/);
    expect(first.printed).toEqual([]);
  });

  it("--resume without an id: Esc leaves, and no hook runs", async () => {
    const { terminal, options, fired } = workplace();
    const ended = runTerminal({ ...options, picksSession: true });
    await terminal.shows("there is no earlier session");
    terminal.type(esc);
    expect(await ended).toBe(0);
    expect(fired).toEqual([]);
    expect(terminal.isRaw()).toBe(false);
  });

  it.each([
    ["auto", "\u0007"],
    ["osc9", "\u001B]9;"],
  ])(
    "E7 the terminal calls a user who does not answer, with %s",
    async (terminalNotifications, bytes) => {
      const { terminal, options, stop } = workplace();
      const agent = {
        ...options.agent,
        env: { ...options.agent.env, [`${brand.environmentPrefix}IDLE_NOTICE_MS`]: "20" },
        settings: JSON.stringify({ terminalNotifications }),
      };
      const ended = runTerminal({ ...options, agent, prompt: "hello" });
      await terminal.shows("the answer");
      await terminal.shows(bytes);
      stop.abort({ exitCode: 129, why: "" });
      await ended;
    },
  );

  it("--trace, --debug-file, --verbose and --timeline work on the screen too", async () => {
    const { base, terminal, options, stop } = workplace();
    const [trace, file] = [join(base, "trace.jsonl"), join(base, "debug.txt")];
    const ended = runTerminal({
      ...options,
      prompt: "hello",
      verbose: true,
      timeline: true,
      records: { trace, debug: { file } },
    });
    await terminal.shows("Ctrl+T close");
    await terminal.shows("end       completed");
    await terminal.shows("hook SessionStart:startup");
    stop.abort({ exitCode: 129, why: "" });
    await ended;
    expect(readFileSync(trace, "utf8")).toContain('"SessionStart"');
    expect(existsSync(file)).toBe(true);
  });
});

describe("runPlain", () => {
  it("prompts, answers and questions are lines, without any control sequence", async () => {
    const script = {
      main: [[{ tool: "Bash", input: { command: "touch a" } }]],
      after: "it is \u001B[2J done",
    };
    const { terminal, options, fired } = workplace(script);
    const ended = runPlain(options);
    await terminal.shows("> ");
    terminal.type("go\n");
    await terminal.shows("y runs it");
    terminal.type("y\n");
    await terminal.shows("it is \\x1b[2J done");
    terminal.type("/exit\n");
    expect(await ended).toBe(0);
    expect(existsSync(join(options.agent.cwd, "a"))).toBe(true);
    expect(terminal.written()).not.toMatch(/[^\P{C}\n]/u);
    expect(fired.at(-1)).toBe("SessionEnd prompt_input_exit");
  });

  it("T1 what the project wants to run is asked about first, and only a yes trusts it", async () => {
    for (const [answer, ran] of [
      ["y", true],
      ["", false],
    ] as const) {
      const { terminal, options } = workplace();
      const { cwd } = options.agent;
      mkdirSync(join(cwd, ".claude"));
      const hook = { type: "command", command: "touch ran" };
      const settings = { hooks: { UserPromptSubmit: [{ hooks: [hook] }] } };
      writeFileSync(join(cwd, ".claude/settings.json"), JSON.stringify(settings));
      const ended = runPlain(options);
      await terminal.shows("y trusts all of it");
      terminal.type(`${answer}\n`);
      await terminal.shows("\n> ");
      terminal.type("go\n");
      await terminal.shows("the answer");
      terminal.type("/exit\n");
      expect(await ended).toBe(0);
      expect(existsSync(join(cwd, "ran"))).toBe(ran);
    }
  });

  it("questions of the model, commands and output of tools work with lines alone", async () => {
    const choices = ["red", "blue"].map((label) => ({ label, description: "a color" }));
    const questions = [
      { question: "Which color?", header: "Color", options: choices, multiSelect: false },
    ];
    const script = {
      main: [
        [{ tool: "AskUserQuestion", input: { questions } }],
        [{ tool: "Bash", input: { command: "touch a && echo from the tool" } }],
        ["the end"],
      ],
      after: "done",
    };
    const { terminal, options } = workplace(script);
    const { cwd } = options.agent;
    mkdirSync(join(cwd, ".claude"));
    const hooks = { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "no-such-type" }] }] };
    writeFileSync(join(cwd, ".claude/settings.json"), JSON.stringify({ hooks }));
    mkdirSync(join(cwd, ".claude/agents"));
    const agent = "---\nname: reviewer\ndescription: reviews\n---\nReview.\n";
    writeFileSync(join(cwd, ".claude/agents/reviewer.md"), agent);
    const ended = runPlain(options);
    await terminal.shows("y continues without them");
    terminal.type("y\n");
    await terminal.shows("\n> ");
    terminal.type("/cost\n");
    await terminal.shows("no model was asked yet");
    terminal.type("/agents\n");
    await terminal.shows("reviewer (not used)  the project's agent reviewer is not used");
    terminal.type("/help\n");
    await terminal.shows("/context");
    terminal.type("/hooks\n");
    await terminal.shows("hooks list");
    terminal.type("!echo typed\n");
    await terminal.shows("  | typed");
    await terminal.shows("Which color?");
    terminal.type("2\n");
    await terminal.shows("y runs it");
    terminal.type("y\n");
    await terminal.shows("  | from the tool");
    await terminal.shows("the end\n> ");
    terminal.type("/exit\n");
    expect(await ended).toBe(0);
    expect(terminal.written()).toContain("2. blue");
    expect(terminal.written()).not.toContain("None of the questions");
    // What is wrong with the settings is said before the first prompt, not behind it.
    expect(terminal.written().split("> ")[0]).toContain("error: ");
  });

  it("E17 a call that ends before its hooks has a line with the reason", async () => {
    const script = { main: [[{ tool: "Nonsense", input: { a: "b" } }]], after: "done" };
    for (const verbose of [false, true]) {
      const { terminal, options } = workplace(script);
      const ended = runPlain({ ...options, verbose });
      terminal.type("go\n");
      await terminal.shows("done\n> ");
      terminal.type("/exit\n");
      expect(await ended).toBe(0);
      expect(terminal.written()).toMatch(
        verbose
          ? /^← Nonsense not run, before any hook\n {2}There is no tool Nonsense/m
          : /^→ Nonsense b\n {2}not run: There is no tool Nonsense/m,
      );
    }
  });

  it("what was typed before a question does not answer it, and stays input", async () => {
    const call = { tool: "Bash", input: { command: "touch a" } };
    const { terminal, options } = workplace({ main: [[call]], after: "done" });
    // Typed in the turn of the event loop that prints the question.
    const stdout = Object.assign(Object.create(terminal.stdout), {
      write(text: string) {
        terminal.stdout.write(text);
        if (text.includes("y runs it")) terminal.type("y\n");
        return true;
      },
    }) as typeof terminal.stdout;
    const ended = runPlain({ ...options, stdout });
    terminal.type("go\n");
    await terminal.shows("not the answer but the next input: y");
    expect(existsSync(join(options.agent.cwd, "a"))).toBe(false);
    terminal.type("y\n");
    await terminal.shows("done");
    terminal.type("/exit\n");
    expect(await ended).toBe(0);
    expect(existsSync(join(options.agent.cwd, "a"))).toBe(true);
  });

  it("anything but yes refuses the call, and the end of the input ends the session", async () => {
    const script = { main: [[{ tool: "Bash", input: { command: "touch a" } }]], after: "done" };
    const { terminal, options } = workplace(script);
    const ended = runPlain(options);
    terminal.type("go\n");
    await terminal.shows("y runs it");
    terminal.type("\n");
    await terminal.shows("\n> ");
    terminal.stdin.push(null);
    expect(await ended).toBe(0);
    expect(existsSync(join(options.agent.cwd, "a"))).toBe(false);
  });
});
