import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brand, events, hooksReport, lintReport } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import * as tested from "../../../scripts/packed/tested.ts";

const root = join(import.meta.dirname, "../../..");

/** A copy of an example project, a home of its own, and the command run in it. */
function workplace(example = "guarded-project") {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "command-test-")));
  const cwd = join(base, "project");
  cpSync(join(root, "examples", example, "project"), cwd, { recursive: true });
  const home = join(base, "home");
  const run = (...args: readonly string[]) => start(args);
  const start = (
    args: readonly string[],
    nodeArgs: readonly string[] = [],
    input = "",
    folder = cwd,
  ) => {
    const [program, ...words] = tested.command(...nodeArgs);
    const env = { PATH: process.env["PATH"], HOME: home };
    return spawnSync(program, [...words, ...args], {
      cwd: folder,
      env,
      input,
      encoding: "utf8",
      maxBuffer: 2 ** 26,
    });
  };
  const json = (...args: readonly string[]) => JSON.parse(run(...args, "--json").stdout);
  return { cwd, home, run, start, json };
}

describe("sample", () => {
  it("prints a valid input for the event, with the requested tool", () => {
    const { run } = workplace();
    const { stdout } = run("sample", "PreToolUse", "--tool", "Write");
    const input = JSON.parse(stdout);
    expect(events.PreToolUse.input.parse(input)).toMatchObject({ ok: true });
    expect(input).toMatchObject({ tool_name: "Write", tool_input: { content: "hello\n" } });
    expect(run("sample", "PreToolUse", "--tool", "write").stderr).toContain("did you mean Write?");
    expect(run("sample", "Stopp").stderr).toContain("did you mean Stop?");
  });
});

describe("hooks", () => {
  it("U1 lists every hook with scope, id and state, as JSON too", () => {
    const { run, json } = workplace();
    const { stdout } = run("hooks");
    expect(stdout).toContain("PreToolUse");
    expect(stdout).toMatch(/[0-9a-f]{12} +untrusted +Project +Bash/);
    const report = json("hooks");
    expect(hooksReport.parse(report)).toMatchObject({ ok: true });
    expect(report.hooks).toHaveLength(3);
  });

  it("U1 disables and enables a hook, for this user only", () => {
    const { run, json, cwd } = workplace();
    const before = readFileSync(join(cwd, ".claude/settings.json"), "utf8");
    const id = json("hooks").hooks[0].id;
    expect(run("hooks", "disable", id).stdout).toContain(`${id} is now disabled`);
    expect(json("hooks").hooks[0]).toMatchObject({ state: "disabled" });
    expect(json("hooks", "enable", id)).toEqual([{ id, enabled: true }]);
    expect(json("hooks").hooks[0]).toMatchObject({ state: "untrusted" });
    expect(readFileSync(join(cwd, ".claude/settings.json"), "utf8")).toBe(before);
    expect(run("hooks", "disable", "nothing").stderr).toContain("unknown hook nothing");
  });

  it("U1 disables a hook of --settings, and enables it again without them", () => {
    const { run } = workplace();
    const hooks = { PreToolUse: [{ hooks: [{ type: "command", command: "exit 2" }] }] };
    const settings = ["--settings", JSON.stringify({ hooks })];
    const list = () => run("hooks", ...settings).stdout;
    const [, id = ""] = /([0-9a-f]{12}) +ready +Settings-flag/.exec(list()) ?? [];
    const without = run("hooks", "disable", id);
    expect(without).toMatchObject({ status: 1 });
    expect(without.stderr).toContain(
      "if it comes from --settings or --plugin-dir, add the same flag",
    );
    expect(run("hooks", "disable", id, ...settings).stdout).toBe(
      `${id} is now disabled, in every session that has it in --settings\n`,
    );
    expect(list()).toContain("you turned it off; to turn it on: ");
    expect(run("hooks", "enable", id).stdout).toBe(`${id} is now enabled\n`);
    expect(list()).toMatch(/ready +Settings-flag/);
  });
});

describe("trust", () => {
  it("T1, T9 lists, shows what is covered, trusts, notices a change and shows it, and takes trust back", () => {
    const { run, json, cwd } = workplace();
    expect(run("trust").stdout).toMatch(/[0-9a-f]{12} +untrusted +PreToolUse/);
    const shown = run("trust", "--show").stdout;
    expect(shown).toContain(".claude/hooks/refuse-recursive-delete.sh (");
    expect(shown).toContain("not covered:");
    expect(json("trust").every((row: { state: string }) => row.state === "untrusted")).toBe(true);

    expect(run("trust", "--all").status).toBe(0);
    expect(json("explain", "PreToolUse", "--tool", "Bash").hooks[0].state).toBe("would-run");

    appendFileSync(join(cwd, ".claude/hooks/refuse-recursive-delete.sh"), "exit 0\n");
    const changed = run("trust").stdout;
    expect(changed).toMatch(/changed +PreToolUse/);
    expect(changed).toContain("+exit 0");

    const [{ id }] = json("trust");
    expect(run("trust", id).stdout).toContain("trusted");
    expect(run("trust", "--all", "--forget").status).toBe(0);
    expect(json("hooks").hooks[0].state).toBe("untrusted");
  });

  it("--forget says which argument is missing, and replacing a broken store is reported", () => {
    const { run, home } = workplace();
    expect(run("trust", "--forget")).toMatchObject({ status: 1 });
    expect(run("trust", "--forget", "--all", "--show")).toMatchObject({ status: 1 });
    mkdirSync(join(home, brand.homeFolder), { recursive: true });
    writeFileSync(join(home, brand.homeFolder, "trust.json"), "rubbish");
    for (const command of ["trust", "hooks"])
      expect(run(command).stderr).toMatch(/trust\.json: the file .*, so nothing is trusted; /);
    const { status, stderr } = run("trust", "--all");
    expect(status).toBe(0);
    expect(stderr).toMatch(/was replaced; the old one is now .*trust\.json\.broken-/);
  });

  it("T1 lists a trusted hook that no longer exists until trust --forget", () => {
    const { run, json, cwd } = workplace();
    run("trust", "--all");
    writeFileSync(join(cwd, ".claude/settings.json"), '{"env": {"A": "1"}}');
    const states = () => json("trust").map((row: { state: string }) => row.state);
    expect(states()).toEqual(["untrusted", "gone", "gone", "gone"]);
    expect(run("hooks").stdout).toContain("env ignored until trusted");
    run("trust", "--all");
    expect(states()).toEqual(["trusted", "gone", "gone", "gone"]);
    const gone = json("trust").at(-1).id;
    const refused = run("trust", gone);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain(`trust --forget ${gone}`);
    expect(run("hooks").stdout).toContain("no longer configured");
    expect(run("trust", "--forget", gone).status).toBe(0);
    expect(states()).toEqual(["trusted", "gone", "gone"]);
    run("trust", "--forget", "--all");
    expect(states()).toEqual(["untrusted"]);
  });

  it("T1 the command that explain names trusts the hook, also from elsewhere and in a plugin", () => {
    const { cwd, home, start } = workplace();
    const plugin = join(home, "my plugin");
    mkdirSync(join(plugin, "hooks"), { recursive: true });
    const hooks = { PreToolUse: [{ hooks: [{ type: "command", command: "echo hello" }] }] };
    writeFileSync(join(plugin, "hooks/hooks.json"), JSON.stringify({ hooks }));
    const explain = () =>
      start(["explain", "PreToolUse", "--cwd", cwd, "--plugin-dir", plugin], [], "", home).stdout;
    const advised = explain().match(/to trust it: .*/g) ?? [];
    expect(advised).toHaveLength(3);
    expect(advised.filter((line) => line.includes("--plugin-dir '"))).toHaveLength(1);
    for (const line of advised) {
      const words = line.replace(/^to trust it: \S+ |; limit.*$/g, "").match(/'[^']*'|\S+/g) ?? [];
      const args = words.map((word) => word.replaceAll("'", ""));
      expect(start(args, [], "", home).status).toBe(0);
    }
    expect(explain()).not.toContain("untrusted");
    const [, id = ""] = /id ([0-9a-f]{12})/.exec(explain()) ?? [];
    start(["hooks", "disable", id, "--cwd", cwd, "--plugin-dir", plugin], [], "", home);
    const [, on = ""] = /to turn it on: \S+ (.*)\n/.exec(explain()) ?? [];
    expect(on).toContain(`enable ${id} --`);
    expect(start(on.replaceAll("'", "").split(" "), [], "", home)).toMatchObject({ status: 0 });
  });

  it("reports an unknown id", () => {
    const { status, stderr } = workplace().run("trust", "nothing");
    expect(status).toBe(1);
    expect(stderr).toContain("has the id nothing");
  });
});

describe("lint", () => {
  it("exits 0 without errors, 1 with one, and with --strict on a warning", () => {
    const { run, json, cwd } = workplace();
    expect(lintReport.parse(json("lint"))).toMatchObject({ ok: true });
    expect(run("lint").status).toBe(0);
    const settings = join(cwd, ".claude/settings.local.json");
    writeFileSync(settings, '{"hooks": {"PreToolUse": [{"matcher": "bash", "hooks": []}]}}');
    expect(run("lint").status).toBe(0);
    expect(run("lint", "--strict").status).toBe(1);
    writeFileSync(settings, '{"hooks": {"PreToolUse": [{"matcher": 1, "hooks": []}]}}');
    const { status, stdout } = run("lint");
    expect(status).toBe(1);
    expect(stdout).toContain(`${settings}:1:39 hooks.PreToolUse[0].matcher`);
  });

  it("reports mistakes in the files of agents, also of a project that is not trusted", () => {
    const { run, cwd } = workplace();
    mkdirSync(join(cwd, ".claude/agents"), { recursive: true });
    writeFileSync(
      join(cwd, ".claude/agents/g.md"),
      "---\ntools: Raed\npermissionMode: paln\nmaxTurns: zero\n---\nx\n",
    );
    const { status, stdout } = run("lint", "--strict");
    expect(status).toBe(1);
    const lines = stdout.matchAll(/agents\/g\.md:(\d+):1\n.*?: (\w+)/g);
    expect([...lines].map(([, line, key]) => `${line} ${key}`)).toEqual(
      expect.arrayContaining(["2 tools", "3 permissionMode", "4 maxTurns"]),
    );
    expect(stdout).toContain('tools: no known tool is called "Raed"');
    expect(stdout).toContain("permissionMode is ignored");
    expect(stdout).toContain("maxTurns is ignored");
  });

  it("--platform judges for another platform", () => {
    const { run } = workplace();
    const hooks = { Stop: [{ hooks: [{ type: "command", command: "afplay done.aiff" }] }] };
    const lintFor = (platform: string) =>
      run("lint", "--platform", platform, "--settings", JSON.stringify({ hooks }));
    expect(lintFor("win32").stdout).toContain("Windows has no afplay");
    expect(lintFor("darwin").stdout).not.toContain("afplay");
    expect(lintFor("beos")).toMatchObject({ status: 1 });
  });
});

it("help shows the help of a command of a command, and reports an unknown one", () => {
  const { run } = workplace();
  expect(run("help", "hooks", "disable").stdout).toContain(`Usage: ${brand.command} hooks disable`);
  const { status, stderr } = run("help", "hooks", "disabel");
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining("disable") });
});

it("--setting-sources: explain, run and lint leave out the settings of the other sources", () => {
  const { run, json } = workplace();
  const call = ["PreToolUse", "--tool", "Bash", "--trust-project"];
  const all = json("explain", ...call).hooks.length;
  expect(all).toBeGreaterThan(0);
  expect(json("explain", ...call, "--setting-sources", "user").hooks).toEqual([]);
  expect(json("run", ...call).ran).not.toEqual([]);
  expect(json("run", ...call, "--setting-sources", "user")).toMatchObject({ ran: [], held: [] });
  const hooks = { PreToolUse: [{ hooks: [{ type: "command", command: "true" }] }] };
  const more = ["--settings", JSON.stringify({ hooks }), "--setting-sources", "user"];
  expect(json("explain", ...call, ...more).hooks).toHaveLength(1);
  expect(json("lint", ...more).files).not.toContainEqual(
    expect.objectContaining({ scope: "project", state: "read" }),
  );
  expect(run("lint", "--setting-sources", "users").stderr).toContain('found "users"');
});

describe("run", () => {
  const input = (command: string) => ["--tool", "Bash", "--input", JSON.stringify({ command })];

  it("runs the hooks of an event, prints who sees what, and exits like a hook", () => {
    const { run } = workplace();
    const refused = run("run", "PreToolUse", ...input("rm -rf output"), "--trust-project");
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain("recursive deletes are not allowed here");
    expect(refused.stdout).toMatch(/the model sees:\n +reason .*recursive deletes/);
    expect(refused.stdout).toMatch(/repeat {2}cd .* \| CLAUDE_PROJECT_DIR=.* \/bin\/sh -c/);
    const allowed = run("run", "PreToolUse", ...input("ls"), "--trust-project");
    expect(allowed.status).toBe(0);
    expect(allowed.stdout).toContain("outcome: proceed (permission granted)");
  });

  it("the printed repeat command does the same", () => {
    const { json } = workplace();
    const [first] = json("run", "PreToolUse", ...input("rm -rf output"), "--trust-project").ran;
    const { status, stderr } = spawnSync("/bin/sh", ["-c", first.repeat], { encoding: "utf8" });
    expect(status).toBe(2);
    expect(stderr).toContain("recursive deletes are not allowed here");
  });

  it("T8 obeys trust, and says which hooks it did not run", () => {
    const { run } = workplace();
    const { status, stdout } = run("run", "PreToolUse", ...input("rm -rf output"));
    expect(status).toBe(0);
    expect(stdout).toContain("0 ran, 2 held back");
  });

  it("is itself a hook with --as-hook: one answer on stdout, nothing else", () => {
    const { start, run } = workplace();
    const input = run("sample", "PreToolUse", "--tool", "Bash").stdout.replace("npm test", "ls");
    const asHook = (stdin: string) =>
      start(["run", "PreToolUse", "--as-hook", "--trust-project"], [], stdin);
    expect(JSON.parse(asHook(input).stdout)).toEqual({
      hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "allow" },
    });
    expect(asHook('{"command": "ls"}')).toMatchObject({ status: 2, stdout: "" });
    const refused = asHook(input.replace('"ls"', '"rm -rf /"'));
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain("recursive deletes are not allowed here");
    expect(JSON.parse(refused.stdout)).toMatchObject({
      hookSpecificOutput: { permissionDecision: "deny" },
    });
  });

  it("--as-hook needs no hook_event_name, and takes nothing from examples", () => {
    const asHook = (given: object) =>
      workplace().start(
        ["run", "PreToolUse", "--as-hook", "--trust-project"],
        [],
        JSON.stringify(given),
      );
    const tool_input = { command: "rm -rf /" };
    expect(asHook({ tool_name: "Bash", tool_input })).toMatchObject({ status: 2 });
    expect(asHook({ tool_name: "Read", tool_input: {} })).toMatchObject({ status: 0, stdout: "" });
    const incomplete = asHook({ tool_input });
    expect(incomplete).toMatchObject({ status: 2, stdout: "" });
    expect(incomplete.stderr).toContain("stdin has no tool_name");
  });

  const guard = { type: "command", command: "exit 0", onFailure: "block" };
  it.each([
    ["user", "is not JSON", '{"hooks": {', 2],
    ["project", "is not JSON", '{"hooks": {', 2],
    ["user", "has a list as matcher", { matcher: ["Bash"], hooks: [guard] }, 2],
    ["user", "has a broken if", { hooks: [{ ...guard, if: "Bash(ls" }] }, 2],
    ["project", "has a broken if", { hooks: [{ ...guard, if: "Bash(ls" }] }, 2],
    ["user", "is right", { matcher: "Bash", hooks: [guard] }, 0],
  ])("C5 --as-hook with settings of the %s: a file that %s", (scope, _, group, code) => {
    const { cwd, home, start } = workplace();
    const settings = (event: string) =>
      typeof group === "string" ? group : JSON.stringify({ hooks: { [event]: [group] } });
    const file = join(scope === "user" ? home : cwd, ".claude/settings.json");
    mkdirSync(join(home, ".claude"), { recursive: true });
    const input = JSON.stringify({ tool_name: "Bash", tool_input: { command: "ls" } });
    const asHook = () => start(["run", "PreToolUse", "--as-hook", "--trust-project"], [], input);
    rmSync(join(cwd, ".claude/settings.json"));
    writeFileSync(file, settings("PreToolUse"));
    const found = asHook();
    expect(found).toMatchObject({ status: code, stdout: "" });
    if (code === 0) return;
    expect(found.stderr).toContain("refused, because a hook for PreToolUse may be missing");
    expect(found.stderr).toContain(`${file}:1:`);
    // A mistake on another event leaves no tool call unguarded.
    if (typeof group === "string") return;
    writeFileSync(file, settings("PostToolUse"));
    expect(asHook()).toMatchObject({ status: 0 });
  });

  it("C1 in a subfolder it says that the settings of the parent folder are not read", () => {
    const { cwd, start, run } = workplace();
    mkdirSync(join(cwd, "sub"));
    const { stderr } = start(["run", "PreToolUse", "--tool", "Bash"], [], "", join(cwd, "sub"));
    expect(stderr).toContain(`note: ${cwd}/.claude/settings.json was not read: settings are read`);
    expect(run("run", "PreToolUse", "--tool", "Bash").stderr).not.toContain("was not read");
  });

  it("--json cuts nothing, and every place names the same session", () => {
    const { json } = workplace();
    const command = `node -e 'console.log("x".repeat(50000))'; echo $CLAUDE_CODE_SESSION_ID >&2`;
    const hooks = { PreToolUse: [{ hooks: [{ type: "command", command }] }] };
    const reportOf = (...args: readonly string[]) =>
      json("run", "PreToolUse", "--settings", JSON.stringify({ hooks }), ...args);
    const { ran, input } = reportOf();
    expect(ran[0].stdout.text).toHaveLength(50_001);
    expect(ran[0].stderr.text.trim()).toBe(input.session_id);
    const named = reportOf("--input", '{"session_id": "mine"}');
    expect(named.input.session_id).toBe("mine");
    expect(named.ran[0].stderr.text.trim()).toBe("mine");
  });

  it.each([
    ["PreToolUse", "rubbish", [], 2, "stdin is not JSON"],
    [
      "PreToolUse",
      "{}",
      ["--cwd", "/no/such/folder"],
      2,
      "the folder /no/such/folder does not exist",
    ],
    ["Notification", "rubbish", [], 1, "stdin is not JSON"],
    ["PreCompact", "rubbish", [], 1, "stdin is not JSON"],
    ["PreCompact", "rubbish", ["--profile", "claude-code"], 2, "stdin is not JSON"],
    ["PreToolUsed", "{}", [], 1, "did you mean PreToolUse?"],
  ])("--as-hook %s with input %s and flags %j exits with %i", (event, stdin, more, code, words) => {
    const { status, stdout, stderr } = workplace().start(
      ["run", event, "--as-hook", ...more],
      [],
      stdin,
    );
    expect({ status, stdout }).toEqual({ status: code, stdout: "" });
    expect(stderr).toContain(words);
  });

  it("Q1 explain says of each hook what the other profile would do differently", () => {
    const { run, json } = workplace();
    const hook = (command: string) => [{ hooks: [{ type: "command", command }] }];
    const settings = JSON.stringify({
      hooks: { DirectoryAdded: hook("true"), Stop: [...hook("[[ a = a ]]"), ...hook("true")] },
    });
    const { stdout } = run("explain", "DirectoryAdded", "--settings", settings);
    expect(stdout).toMatch(/✓ would-run: true\n[\s\S]* but {4}under claude-code@\S+: not-fired: /);
    const other = ["--settings", settings, "--profile", "claude-code"];
    expect(run("explain", "DirectoryAdded", ...other).stdout).toMatch(
      /✗ not-fired: true\n[\s\S]* but {4}under reference: would-run: /,
    );
    const rows = json("explain", "Stop", "--settings", settings).hooks;
    expect(rows.map(({ label, differs }: Record<string, string>) => [label, differs])).toEqual(
      expect.arrayContaining([
        ["[[ a = a ]]", expect.stringMatching(/^claude-code@\S+: it runs in \/bin\/sh, which/)],
        ["true", null],
      ]),
    );
  });

  it("Q1 says where another profile would differ", () => {
    const { run } = workplace();
    const hooks = {
      PreToolUse: [
        { hooks: [{ type: "command", command: 'echo \'{"decision":"block"}\'; exit 1' }] },
      ],
    };
    const settings = JSON.stringify({ hooks });
    const { stdout } = run("run", "PreToolUse", "--settings", settings);
    expect(stdout).toContain(
      "claude-code@2.1.325 differs: refuse, not proceed (JSON with an exit code other than 0)",
    );
  });
});

describe("schema", () => {
  it("prints what is checked in", () => {
    const { run } = workplace();
    const checkedIn = join(root, "packages/protocol/schemas");
    const names = readdirSync(checkedIn).map((file) => file.replace(/\.json$/, ""));
    expect(run("schema").stdout.trim().split("\n").toSorted()).toEqual(names.toSorted());
    expect(run("schema", "PreToolUse.input").stdout).toBe(
      readFileSync(join(checkedIn, "PreToolUse.input.json"), "utf8"),
    );
    expect(run("schema", "PreToolUse.inputs").stderr).toContain("did you mean PreToolUse.input?");
  });
});

it.each([
  [
    ["explian"],
    `unknown command "explian"; did you mean explain? (a prompt of one word: ${brand.command} -- explian, or with -p)`,
  ],
  [["explain", "Stop", "--tool", "Bash"], "Stop is not about a tool"],
  [["-p", "go", "--add-dir", "/no/such/folder"], "--add-dir: the folder /no/such/folder does not"],
  [
    ["-p", "go", "--agent", "nope"],
    '--agent: there is no agent "nope"; known: general-purpose, Explore, Plan\n',
  ],
  [["-p", "go", "--agent", "explore"], "did you mean Explore?"],
  [["-p", "go", "--agent", "Bash"], '--agent: there is no agent "Bash"'],
  [
    ["explain", "PreToolUse", "--input", "@no-file"],
    "the input cannot be read: no-file: there is no such file",
  ],
  [
    ["explain", "PreToolUse", "--input", '{"hook_event_name": "Stop"}'],
    'the input is for "Stop", not for PreToolUse',
  ],
])("%j is answered with what is wrong", (args, words) => {
  const { status, stderr } = workplace().run(...args);
  expect(status).toBe(args[0] === "-p" ? 2 : 1);
  expect(stderr).toContain(words);
});

it("T8 none of these starts a process", () => {
  const { start } = workplace();
  const watched = ["--require", join(import.meta.dirname, "testing/no-processes.cjs")];
  for (const args of [
    ["explain", "PreToolUse", "--tool", "Bash", "--trust-project"],
    ["lint", "--trust-project"],
    ["hooks", "--trust-project"],
    ["trust", "--all"],
    ["sample", "Stop"],
    ["schema", "settings"],
  ]) {
    const { status, stderr } = start(args, watched);
    expect({ args, status, stderr }).toEqual({ args, status: 0, stderr: "" });
  }
});

it.each([["--version"], ["-v"]])("%s prints the version", (flag) => {
  expect(workplace().run(flag).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

it.each([["--help"], ["explain", "--help"], ["trust", "--help"], ["help", "trust"], ["help"]])(
  "%s helps",
  (...args) => {
    const { status, stdout } = workplace().run(...args);
    expect(status).toBe(0);
    expect(stdout).toContain(`Usage: ${brand.command}`);
  },
);

describe("run", () => {
  /** A project with these hooks of the user. */
  function withHooks(event: string, ...handlers: readonly object[]) {
    const place = workplace();
    mkdirSync(join(place.home, ".claude"), { recursive: true });
    const settings = { hooks: { [event]: [{ hooks: handlers }] } };
    writeFileSync(join(place.home, ".claude/settings.json"), JSON.stringify(settings));
    return place;
  }

  it("H2, H3 --model script:FILE answers prompt and agent hooks", () => {
    const { cwd, run } = withHooks(
      "PreToolUse",
      { type: "prompt", prompt: "Safe?" },
      { type: "agent", prompt: "Look" },
    );
    const answer = { tool: "StructuredOutput", input: { ok: true } };
    const script = {
      "hook-prompt": [['{"ok": false, "reason": "not today"}']],
      "hook-agent": [[answer]],
    };
    writeFileSync(join(cwd, "answers.json"), JSON.stringify(script));
    const { stdout, status } = run("run", "PreToolUse", "--model", "script:answers.json");
    expect(status).toBe(2);
    expect(stdout).toContain("✗ blocking: Safe?\n    how     answered");
    expect(stdout).toContain("[Safe?]: not today");
    expect(stdout).toContain("✓ success: Look");
    expect(run("run", "PreToolUse").stdout).toContain("name one with --model");
    const bad = run("run", "PreToolUse", "--model", "script:missing.json");
    expect(bad).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^\S+: --model: .*missing\.json/),
    });
  });

  it("H3, E23 an agent hook has its tools, with the rules of the settings, and guards see its calls", () => {
    const { cwd, home, run } = withHooks("Stop", { type: "agent", prompt: "Look" });
    const guard = {
      type: "command",
      command: `cat >> "${join(home, "calls")}"`,
    };
    const agent = { type: "agent", prompt: "Look" };
    writeFileSync(
      join(home, ".claude/settings.json"),
      JSON.stringify({
        permissions: { allow: ["Bash(touch:*)"], deny: ["Bash(touch denied)"] },
        hooks: { Stop: [{ hooks: [agent] }], PreToolUse: [{ hooks: [guard] }] },
      }),
    );
    writeFileSync(join(cwd, "facts.txt"), "the answer is 42\n");
    const bash = (command: string) => ({ tool: "Bash", input: { command } });
    const answer = { tool: "StructuredOutput", input: { ok: false, reason: "looked" } };
    const turns = [
      [
        { tool: "Read", input: { file_path: "facts.txt" } },
        bash("touch made"),
        bash("touch denied"),
      ],
      [bash("curl -o page example.com")],
      [answer],
    ];
    writeFileSync(join(cwd, "answers.json"), JSON.stringify({ "hook-agent": turns }));
    const { stdout, stderr, status } = run("run", "Stop", "--model", "script:answers.json");
    expect(stderr).toContain("looked");
    expect(stdout).toContain("✗ blocking: Look");
    expect(status).toBe(2);
    const made = ["made", "denied", "page"].filter((name) => existsSync(join(cwd, name)));
    expect(made).toEqual(["made"]);
    const seen = readFileSync(join(home, "calls"), "utf8").trim().split("\n");
    expect(seen.map((line) => JSON.parse(line).tool_name)).toEqual([
      "Read",
      "Bash",
      "Bash",
      "Bash",
    ]);
    expect(JSON.parse(seen[0] ?? "")).toMatchObject({ agent_id: expect.any(String) });
    expect(readdirSync(join(home, ".claude"))).toEqual(["settings.json"]);
  });

  it("says in words how a hook ended, and that the agent does not fire the event", () => {
    const slow = { type: "command", command: "sleep 60", timeout: 0.1 };
    const { stdout } = withHooks("TeammateIdle", slow, { type: "command", command: "" }).run(
      ...["run", "TeammateIdle", "--profile", "claude-code"],
    );
    expect(stdout).toContain("note: the agent itself does not fire TeammateIdle");
    expect(stdout).toContain("how     ended at its limit of 0.1 s");
    expect(stdout).toContain("how     could not start");
    expect(stdout).not.toMatch(/timedOut|couldNotStart/);
  });

  it("P12 says that a hook runs in the background and can refuse nothing", () => {
    const guard = { type: "command", command: "exit 2", async: true };
    const { stdout } = withHooks("PreToolUse", guard).run("run", "PreToolUse", "--tool", "Bash");
    expect(stdout).toContain(
      "put in the background, where it can refuse and change nothing, after",
    );
    expect(stdout).toContain("result  none: it was not awaited");
  });

  it("P11 a file with long output that the report names is still there", () => {
    const printing = { type: "command", command: "head -c 2000000 /dev/zero | tr '\\0' x" };
    const { json } = withHooks("SessionStart", printing);
    const { file } = json("run", "SessionStart").ran[0].stdout;
    expect(readFileSync(file)).toHaveLength(2_000_000);
    rmSync(join(file, "../.."), { recursive: true });
  });
});
