import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createHooks, jsonLinesTrace } from "@snaphook/engine";
import { type ReplayReport, replayReport } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { makeProject, oneHook } from "../testing/make-project.ts";
import { printReplay } from "./print-replay.ts";
import { isComplete, type ReplayOptions, replay } from "./replay.ts";
import { asLines, claudeTranscript } from "./testing.ts";

/** Refuses a command that contains "deploy", and keeps a log in the project. */
const guard = `#!/bin/sh
input=$(cat)
echo "$input" >> "$CLAUDE_PROJECT_DIR"/log
case $input in
  *deploy*) echo "no deploys in $CLAUDE_PROJECT_DIR" >&2; exit 2 ;;
esac
`;
const command = '"$CLAUDE_PROJECT_DIR"/.claude/hooks/guard.sh';

/** Asks before Read, and lets every Bash command start in a folder. */
const changed = JSON.stringify({
  hooks: {
    PreToolUse: [
      {
        matcher: "Read",
        hooks: [
          {
            type: "command",
            command: `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask"}}'`,
          },
        ],
      },
      {
        matcher: "Write",
        hooks: [
          {
            type: "command",
            command: `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"file_path":"'"$CLAUDE_PROJECT_DIR"'/safe"}}}'`,
          },
        ],
      },
    ],
  },
});

/** The session was recorded in another folder. */
const { prompt, call, result } = claudeTranscript("/old/app");
const transcript = asLines(
  prompt("please deploy"),
  call("Bash", { command: "make test" }),
  result("ok"),
  call("Bash", { command: "cd /old/app && make deploy" }),
  call("Read", { file_path: "/old/app/a.ts" }),
  call("Write", { file_path: "/old/app/b.ts", content: "x" }),
  call("Write", { file_path: "/old/app/c.ts", content: "x" }),
);

const makeGuarded = (files: Readonly<Record<string, string>> = {}) =>
  makeProject({
    ".claude/settings.json": oneHook("PreToolUse", command, { matcher: "Bash" }),
    ".claude/hooks/guard.sh": guard,
    "session.jsonl": transcript,
    ...files,
  });

type Place = ReturnType<typeof makeProject>;

const replayIn = (place: Place, more: Partial<ReplayOptions> = {}) =>
  replay({
    cwd: place.cwd,
    home: place.home,
    paths: ["session.jsonl"],
    trustProject: true,
    jobs: 2,
    ...more,
  });

/** What must be the same in two runs. */
const withoutTimes = ({ durationMs: _, hooks, ...report }: ReplayReport) => ({
  ...report,
  hooks: hooks.map(({ totalMs: _t, medianMs: _m, maxMs: _x, ...hook }) => hook),
});

const inShort = ({ changes }: ReplayReport) =>
  changes.map(({ line, kinds, before, after }) => [line, kinds, before.verdict, after.verdict]);

describe("a transcript", () => {
  it("shows what the hooks in force would decide; the project is not changed", async () => {
    const place = makeGuarded();
    const report = await replayIn(place);
    expect(replayReport.parse(report)).toMatchObject({ ok: true });
    expect(report).toMatchObject({
      replayed: { calls: 5, prompts: 1, questions: 0 },
      compared: { nothing: 6, current: 0, recorded: 0 },
      unguarded: [
        { tool: "Write", calls: 2 },
        { tool: "Read", calls: 1 },
      ],
      hooks: [{ state: "fired", runs: 2, refused: 1, failed: 0 }],
    });
    expect(report.changes).toMatchObject([
      {
        line: 4,
        tool: "Bash",
        subject: "cd /old/app && make deploy",
        kinds: ["refused"],
        after: { reasons: [expect.stringContaining("no deploys in /old/app")] },
      },
    ]);
    expect(existsSync(join(place.cwd, "log"))).toBe(false);
    const printed = printReplay(report, place.cwd);
    expect(printed).toContain("1 of 5 calls would be refused");
    expect(printed).toContain("no hook would decide anything about 1 prompt");
    expect(printed).toContain("session.jsonl:4");
    expect(printed).toContain("no guard saw 3 of 5 calls: Write 2, Read 1");
  });

  it("with other settings it shows the difference between now and then", async () => {
    const place = makeGuarded();
    const report = await replayIn(place, { settings: changed });
    expect(inShort(report)).toEqual([
      [5, ["asked"], "undecided", "asked"],
      [6, ["rewritten"], "undecided", "undecided"],
      [7, ["rewritten"], "undecided", "undecided"],
    ]);
    expect(report.changes[1]?.after.rewrittenInput).toEqual({ file_path: "/old/app/safe" });
    expect(printReplay(report)).toContain(
      "1 of 5 calls would now need your approval, 2 would now be rewritten",
    );
    const instead = await replayIn(place, { settings: changed, settingSources: ["user"] });
    expect(inShort(instead)[0]).toEqual([4, ["no-longer-refused"], "refused", "undecided"]);
  });

  it("two replays give the same report, also if hooks keep state in files", async () => {
    const counting = `#!/bin/sh
echo >> "$CLAUDE_PROJECT_DIR"/count
if [ $(($(wc -l < "$CLAUDE_PROJECT_DIR"/count) % 3)) = 0 ]; then echo "every third" >&2; exit 2; fi
`;
    const calls = Array.from({ length: 150 }, (_, index) =>
      call(index % 10 === 0 ? "Bash" : "Glob", { command: `echo ${index}` }),
    );
    const place = makeGuarded({
      ".claude/hooks/guard.sh": counting,
      "session.jsonl": asLines(...calls),
    });
    const first = await replayIn(place);
    expect(first.replayed.calls).toBe(150);
    expect(first.hooks[0]).toMatchObject({ runs: 15 });
    expect(first.changes.length).toBeGreaterThan(2);
    expect(withoutTimes(await replayIn(place))).toEqual(withoutTimes(first));
  });

  it("T8 hooks that are not trusted do not run, and the report is not complete", async () => {
    const place = makeGuarded();
    const report = await replayIn(place, { trustProject: false });
    expect(report.hooks).toMatchObject([{ state: "untrusted", runs: 0, missed: 2 }]);
    expect(isComplete(report)).toBe(false);
    expect(printReplay(report)).toContain("not trusted, so they did not run:");
    await place.trustAll();
    const trusted = await replayIn(place, { trustProject: false });
    expect(trusted.hooks).toMatchObject([{ state: "fired", runs: 2 }]);
    expect(isComplete(trusted)).toBe(true);
  });
});

describe("hooks", () => {
  it("that are skipped, turned off or not commands are left out, and the report says why", async () => {
    const hooks = (...all: readonly object[]) => [{ matcher: "Bash", hooks: all }];
    const place = makeGuarded({
      ".claude/settings.json": JSON.stringify({
        hooks: {
          PreToolUse: hooks(
            { type: "command", command: "exit 2" },
            { type: "command", command: "echo off >&2; exit 2" },
            { type: "http", url: "http://127.0.0.1:9/hook" },
            { type: "command", command: "true" },
          ),
          Stop: [{ hooks: [{ type: "command", command: "true" }] }],
          UserPromptSubmit: [{ hooks: [{ type: "command", command: "true" }] }],
        },
      }),
    });
    const original = await createHooks({ cwd: place.cwd, home: place.home, sessionId: "s" });
    const [skipped, off] = original.config.snapshot().hooks;
    await original.config.toggles.set(off?.id ?? "", false);
    await original.close();
    const report = await replayIn(place, { skip: [skipped?.id ?? ""] });
    expect(report.hooks.map(({ state, runs, missed }) => [state, runs, missed])).toEqual([
      ["left-out", 0, 2],
      ["left-out", 0, 2],
      ["left-out", 0, 2],
      ["fired", 2, 0],
      ["other-event", 0, 0],
      ["fired", 1, 0],
    ]);
    expect(report.changes).toEqual([]);
    await expect(replayIn(place, { skip: ["0123"] })).rejects.toThrow("no hook has the id 0123");
  });

  it("of the user run too, from a copy of their scripts", async () => {
    const place = makeProject({ "session.jsonl": transcript });
    const settings = (name: string) => oneHook("PreToolUse", name, { matcher: "Bash" });
    place.write("../home/.claude/settings.json", settings("~/.claude/hooks/own.sh"));
    place.write("../home/.claude/hooks/own.sh", guard);
    place.write("../home/bin/other.sh", '#!/bin/sh\n. "$HOME/bin/lib.sh"\n');
    place.write("../home/bin/lib.sh", "exit 0\n");
    const report = await replayIn(place, { settings: settings('"$HOME"/bin/other.sh') });
    expect(report.hooks).toMatchObject([
      { state: "fired", runs: 2, refused: 1, failed: 0 },
      { state: "fired", runs: 2, refused: 0, failed: 0 },
    ]);
    expect(report.changes).toEqual([]);
  });
});

it("a hook that a plugin in the user's home has is not copied, and a duplicate runs once: both are reported", async () => {
  const place = makeGuarded({
    ".claude/settings.local.json": oneHook("PreToolUse", command, { matcher: "Bash" }),
  });
  const plugin = "../home/.claude/plugins/cache/market/tool/1.0";
  place.write(
    `${plugin}/hooks/hooks.json`,
    oneHook("PreToolUse", "echo plugin >&2; exit 2", { matcher: "Read" }),
  );
  place.write(`${plugin}/.claude-plugin/plugin.json`, '{"name":"tool"}');
  place.write(
    "../home/.claude/plugins/installed_plugins.json",
    JSON.stringify({
      version: 2,
      plugins: {
        "tool@market": [{ scope: "user", installPath: join(place.cwd, plugin), version: "1.0" }],
      },
    }),
  );
  place.write(
    "../home/.claude/settings.json",
    JSON.stringify({ enabledPlugins: { "tool@market": true } }),
  );
  const { hooks } = await replayIn(place);
  expect(hooks.map(({ state, runs, because }) => [state, runs, because])).toEqual([
    ["fired", 2, ""],
    ["left-out", 0, expect.stringContaining("not in the copy")],
    ["left-out", 0, expect.stringMatching(/the same hook in .*settings\.json:1 runs instead/)],
  ]);
});

describe("a trace", () => {
  it("is compared with the outcomes in it", async () => {
    const place = makeGuarded({ "other.jsonl": "{\n" });
    const trace = join(place.cwd, "trace.jsonl");
    const sink = jsonLinesTrace(trace);
    const { cwd, home } = place;
    const hooks = await createHooks({ cwd, home, sessionId: "s", trustProject: true, trace: sink });
    const fire = (tool_name: string, tool_input: object) =>
      hooks.fire("PreToolUse", { tool_name, tool_input, tool_use_id: "c" });
    await fire("Bash", { command: "make deploy" });
    await fire("Bash", { command: "make test" });
    await fire("Bash", { command: `echo ${"long ".repeat(1000)}` });
    await hooks.fire("UserPromptSubmit", { prompt: "hello" });
    await hooks.fire("Stop", { stop_hook_active: false, last_assistant_message: "" });
    await hooks.close();
    await sink.close?.();
    const same = await replayIn(place, { paths: ["trace.jsonl"] });
    expect(same).toMatchObject({
      changes: [],
      replayed: { calls: 3, prompts: 1 },
      compared: { recorded: 4 },
      notReplayed: [{ count: 1, because: expect.stringContaining("Stop") }],
    });
    place.write(".claude/hooks/guard.sh", guard.replaceAll("deploy", "long"));
    const report = await replayIn(place, { paths: ["trace.jsonl", "other.jsonl"] });
    expect(inShort(report)).toEqual([
      [1, ["no-longer-refused"], "refused", "undecided"],
      [3, ["refused"], "undecided", "refused"],
    ]);
    expect(report.changes.map(({ partialInput }) => partialInput)).toEqual([false, true]);
    expect(report.diagnostics).toMatchObject([
      { level: "error", place: { file: join(cwd, "other.jsonl"), line: 1 } },
    ]);
    expect(printReplay(report)).toContain(
      "1 of 3 calls would now be refused, 1 would no longer be refused",
    );
    expect(readFileSync(trace, "utf8")).toContain("make deploy");
  });
});

it("an interrupt ends the hooks that run, and the report has what is known by then", async () => {
  const slow = `#!/bin/sh
case $(cat) in *slow*) sleep 600 ;; *) exit 2 ;; esac
`;
  const place = makeGuarded({
    ".claude/hooks/guard.sh": slow,
    "session.jsonl": asLines(
      call("Bash", { command: "quick" }),
      ...Array.from({ length: 20 }, () => call("Bash", { command: "slow" })),
    ),
  });
  const interrupt = new AbortController();
  const report = await replayIn(place, {
    jobs: 1,
    signal: interrupt.signal,
    onProgress: () => interrupt.abort(),
  });
  expect(report).toMatchObject({ interrupted: true, replayed: { calls: 1 } });
  expect(report.changes).toHaveLength(1);
  expect(isComplete(report)).toBe(false);
  expect(printReplay(report)).toContain("interrupted; so far replayed 1 call");
});
