import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { bash, command, workplace } from "./testing/workplace.ts";

const script = [[bash("ls")], ["done"]];

/** A project of a user with a guard, and the command run in it. */
function guarded() {
  const { cwd, model, start } = workplace({ hooks: { PreToolUse: command("exit 2") }, script });
  const run = (...args: readonly string[]) => {
    const { child, ended } = start(args);
    child.stdin.end();
    return ended;
  };
  return { cwd, run, agent: (...flags: readonly string[]) => run("-p", "go", ...model, ...flags) };
}

it("U1 a guard that the user turned off is said at the start of every kind of output, with the details under --verbose", async () => {
  const { run, agent } = guarded();
  const { stdout } = await run("hooks");
  await run("hooks", "disable", /[0-9a-f]{12}/.exec(stdout)?.[0] ?? "");
  const formats = [
    ["--output-format", "json"],
    ["--output-format", "stream-json", "--verbose"],
    ["--timeline"],
    ["--verbose"],
  ];
  const runs = formats.map((flags) => agent(...flags));
  const printed = (await Promise.all(runs)).map((ended) => ended.stdout + ended.stderr);
  for (const text of printed) expect(text).toContain("Not in effect: 1 hook that you turned off.");
  expect(printed.at(-1)).toMatch(
    / {2}PreToolUse exit 2 \(.*\): you turned it off; to turn it on: /,
  );
});

it.each([
  [["--bare"], "1 hook in settings that this session does not load."],
  [["--setting-sources", "project,local"], "1 hook in settings that this session does not load."],
  [["--settings", '{"disableAllHooks":true}'], "1 hook turned off by disableAllHooks in"],
])("C1, C4 %j is said at the start, in one line", async (flags, line) => {
  const { stderr } = await guarded().agent(...flags);
  const [first = "", ...more] = stderr.split("\n");
  expect(first).toContain(`Not in effect: ${line}`);
  expect(more.join("\n")).not.toContain("Not in effect");
});

it("C4 a trusted project that turns the user's own guard off is named", async () => {
  const { agent, cwd } = guarded();
  const folder = join(cwd, ".claude");
  mkdirSync(folder);
  writeFileSync(join(folder, "settings.json"), '{"disableAllHooks":true}');
  const { stderr } = await agent("--trust-project");
  expect(stderr).toContain(`1 hook turned off by disableAllHooks in ${folder}/settings.json.`);
});

it("T2 --untrusted fail starts when the untrusted hook is turned off, and then names it; another one still stops it", async () => {
  const { agent, cwd, run } = guarded();
  const folder = join(cwd, ".claude");
  mkdirSync(folder);
  const hooks = { PostToolUse: command("echo mine") };
  writeFileSync(join(folder, "settings.json"), JSON.stringify({ hooks }));
  const refused = await agent("--untrusted", "fail");
  expect(refused.stderr).toContain("parts that are not trusted");
  const { stdout } = await run("hooks");
  const id = /([0-9a-f]{12})\s+untrusted/.exec(stdout)?.[1] ?? "";
  await run("hooks", "disable", id);
  const started = await agent("--untrusted", "fail");
  expect(started).toMatchObject({ code: 0, stdout: "done\n" });
  expect(started.stderr).toContain("Not in effect: 1 hook that you turned off.");
  const more = { ...hooks, Stop: command("echo another") };
  writeFileSync(join(folder, "settings.json"), JSON.stringify({ hooks: more }));
  const { stderr } = await agent("--untrusted", "fail");
  expect(stderr).toContain("echo another");
  expect(stderr).not.toContain("echo mine");
});

it("T2 the command that repeats a failing hook has --trust-project if the session had it", async () => {
  const { agent, cwd } = guarded();
  mkdirSync(join(cwd, ".claude"));
  const settings = { hooks: { SessionStart: command("exit 1") } };
  writeFileSync(join(cwd, ".claude/settings.json"), JSON.stringify(settings));
  const { stderr } = await agent("--trust-project");
  expect(stderr).toMatch(/\(to repeat it: \w+ run SessionStart .*--trust-project\)/);
});
