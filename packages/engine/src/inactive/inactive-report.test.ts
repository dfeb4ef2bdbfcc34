import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brand, eventNames } from "@snaphook/protocol";
import fc from "fast-check";
import { expect, it } from "vitest";
import { newWorld } from "../config/testing.ts";
import { createHooks } from "../engine.ts";
import type { HooksOptions, Progress } from "../hooks.ts";
import { bashCall, openHooks } from "../testing/open-hooks.ts";
import type { Inactive, InactiveKind } from "./inactive.ts";
import { summarizeInactive } from "./summarize-inactive.ts";

const deny = { type: "command", command: "echo no >&2; exit 2" };
const guard = { PreToolUse: [{ matcher: "Bash", hooks: [deny] }] };
const call = { name: "Bash", input: { command: "ls" }, id: "call_1" };

it("T1 a tool that runs past an untrusted guard: the result says so once, listeners learn it each time", async () => {
  const { hooks } = await openHooks({ project: { hooks: guard } });
  const skipped: Progress[] = [];
  hooks.on((progress) => void skipped.push(progress));
  const first = await hooks.tool(call, async () => "ran", {});
  expect(first).toMatchObject({ action: "ran" });
  expect(first.messages).toMatchObject([
    {
      kind: "held",
      audience: "user",
      text: expect.stringMatching(/PreToolUse echo no.* did not run: .*not trusted/),
    },
  ]);
  expect((await hooks.tool(call, async () => "ran", {})).messages).toEqual([]);
  expect(skipped).toMatchObject([
    { type: "run-skipped", event: "PreToolUse", refuses: false, recorded: false },
    { type: "run-skipped" },
  ]);
});

it("H9 a prompt hook on an event where it cannot run is named when the event fires", async () => {
  const prompt = { type: "prompt" as const, prompt: "Fine?" };
  const { hooks } = await openHooks({ hooks: { SessionEnd: [{ hooks: [prompt] }] } });
  const { messages } = await hooks.fire("SessionEnd", { reason: "other" });
  expect(messages).toMatchObject([
    { kind: "held", text: expect.stringContaining("prompt hooks do not run on SessionEnd") },
  ]);
});

it("a guard on an event that the profile does not have is named when the event fires", async () => {
  const { hooks } = await openHooks({ user: { hooks: guard }, profile: "envoy" });
  expect((await hooks.fire("PreToolUse", bashCall())).messages).toMatchObject([
    { kind: "held", text: expect.stringContaining("the profile envoy has no event PreToolUse") },
  ]);
  expect((await hooks.config.inactive()).summary).toContain(
    "1 hook that cannot run here (PreToolUse)",
  );
});

it("a hook on an event that the host does not fire is not ready, and explain does not say that it would run", async () => {
  const { hooks } = await openHooks({
    user: { hooks: { ...guard, Notification: [{ hooks: [deny] }] } },
    fires: ["PreToolUse"],
  });
  const notice = { message: "m", notification_type: "idle_prompt" };
  expect((await hooks.explain("Notification", notice)).hooks[1]).toMatchObject({
    state: "not-fired",
    because: "this host does not fire Notification",
  });
  expect((await hooks.config.statuses()).map(({ state }) => state)).toEqual(["ready", "not-fired"]);
  const { entries, summary } = await hooks.config.inactive();
  expect(entries).toMatchObject([{ kind: "not-fired", event: "Notification" }]);
  expect(summary).toBe(
    `Not in effect: 1 hook on events that this host does not fire (Notification). Details: "${brand.command} hooks --cwd ${hooks.cwd}".`,
  );
});

it("nothing is said where everything is in effect", async () => {
  const { hooks } = await openHooks({ user: { hooks: guard } });
  expect(await hooks.config.inactive()).toEqual({ entries: [], summary: "" });
});

it("U1 a hook that the user turned off is listed, with the command that turns it on", async () => {
  const { hooks } = await openHooks({ user: { hooks: guard } });
  const [{ id } = { id: "" }] = hooks.config.snapshot().hooks;
  await hooks.config.toggles.set(id, false);
  const { entries, summary } = await hooks.config.inactive();
  const because = `you turned it off; to turn it on: ${brand.command} hooks enable ${id}`;
  expect(entries).toMatchObject([{ kind: "turned-off", hook: { id }, because }]);
  expect(summary).toContain("Not in effect: 1 hook that you turned off.");
  expect((await hooks.fire("PreToolUse", bashCall())).messages).toEqual([]);
});

it("C4 hooks that a setting turns off are listed with the file, also the user's own guard under a trusted project", async () => {
  const { hooks, world } = await openHooks({
    user: { hooks: guard },
    project: { disableAllHooks: true },
    trustProject: true,
  });
  const because = `disableAllHooks in ${world.at("project/.claude/settings.json")}`;
  const { entries, summary } = await hooks.config.inactive();
  expect(entries).toMatchObject([{ kind: "disabled", event: "PreToolUse", because }]);
  expect(summary).toContain(`Not in effect: 1 hook turned off by ${because}.`);
  const policy = await openHooks({
    user: { hooks: guard },
    managed: { allowManagedHooksOnly: true },
  });
  expect((await policy.hooks.config.inactive()).summary).toMatch(
    /1 hook turned off by allowManagedHooksOnly in .*managed\.json\./,
  );
});

it("C1 hooks and deny rules in sources that the session does not load are counted", async () => {
  const project = { hooks: guard, permissions: { deny: ["Read(.env)"] } };
  const { hooks, world } = await openHooks({
    user: { hooks: guard },
    project,
    settingSources: [],
  });
  const { entries, summary } = await hooks.config.inactive();
  expect(entries).toMatchObject([
    {
      kind: "not-loaded",
      event: "PreToolUse",
      because: "this session does not load user settings",
    },
    { kind: "not-loaded", because: "this session does not load project settings" },
    { what: "deny rule Read(.env)", file: world.at("project/.claude/settings.json") },
  ]);
  expect(summary).toBe(
    "Not in effect: 2 hooks and 1 deny or ask rule in settings that this session does not load.",
  );
});

it("C1 a file that is loaded under another name is not called left out", async () => {
  const { hooks, world } = await openHooks({ user: { hooks: guard } });
  const same = { ...world.sources(), cwd: world.at("home"), settingSources: ["project"] as const };
  const inHome = await createHooks({ ...same, sessionId: "s" });
  expect((await inHome.config.inactive()).entries).toMatchObject([{ kind: "untrusted" }]);
  await Promise.all([hooks.close(), inHome.close()]);
});

it("the line names the command that shows the same hooks: folder, settings, plugins and profile", async () => {
  const notice = { hooks: { Notification: [{ hooks: [deny] }] } };
  const session = { fires: [], profile: "claude-code" } as const;
  const world = newWorld();
  world.write("more settings.json", JSON.stringify(notice));
  const settings = world.at("more settings.json");
  const inFile = await openHooks({ ...session, settings, pluginDirectories: [world.at("plugin")] });
  expect((await inFile.hooks.config.inactive()).summary).toContain(
    `Details: "${brand.command} hooks --cwd ${inFile.hooks.cwd} --settings '${settings}' --plugin-dir ${world.at("plugin")} --profile claude-code".`,
  );
  const inText = await openHooks({ fires: [], settings: JSON.stringify(notice) });
  expect((await inText.hooks.config.inactive()).summary).toContain(
    `Details: "${brand.command} hooks --cwd ${inText.hooks.cwd}" with the same --settings.`,
  );
});

it("H5 an mcp_tool hook in a host without MCP servers is listed, and explain says that it fails", async () => {
  const check = { type: "mcp_tool", server: "policy", tool: "check", onFailure: "block" } as const;
  const user = { hooks: { PreToolUse: [{ hooks: [check] }] } };
  const { hooks } = await openHooks({ user });
  const because =
    "it fails every time, and refuses what it guards, because the host has no MCP servers";
  const { entries, summary } = await hooks.config.inactive();
  expect(entries).toMatchObject([{ kind: "cannot-run", because }]);
  expect(summary).toContain("(PreToolUse; 1 refuses every call that it guards)");
  const { hooks: explained } = await hooks.explain("PreToolUse", bashCall());
  expect(explained).toMatchObject([
    { state: "would-run", because: expect.stringContaining(`; ${because}`) },
  ]);
  const mcp = { call: async () => ({ text: "", isError: false }) };
  const connected = await openHooks({ user, mcp });
  expect((await connected.hooks.config.inactive()).entries).toEqual([]);
});

it("C5 hooks, entries and files with a mistake are listed and counted in the line", async () => {
  const { hooks, world } = await openHooks({
    user: {
      hooks: {
        PreToolUse: [
          { matcher: "([", hooks: [deny] },
          { matcher: "Bash", hooks: [{ ...deny, if: "Bash(" }, { type: "command" }] },
        ],
      },
    },
  });
  const { entries, summary } = await hooks.config.inactive();
  expect(entries.map(({ kind, event }) => `${kind} ${event}`)).toEqual(
    Array(3).fill("invalid PreToolUse"),
  );
  expect(summary).toContain("Not in effect: 3 entries with a mistake in the definition.");
  world.write("project/.claude/settings.json", "{");
  const broken = await createHooks({ ...world.sources(), sessionId: "s" });
  expect((await broken.config.inactive()).entries).toContainEqual(
    expect.objectContaining({
      kind: "invalid",
      what: world.at("project/.claude/settings.json"),
      because: expect.stringMatching(/JSON/),
    }),
  );
  await broken.close();
});

it("M4 a hook in code for a tool whose name differs in case is listed; other names are the host's own", async () => {
  const hooksFor = (matcher: string) =>
    openHooks({ hooks: { PreToolUse: [{ matcher, hooks: [() => undefined] }] } });
  const { hooks } = await hooksFor("bash");
  expect(hooks.config.snapshot().diagnostics).toMatchObject([
    { code: "dead-matcher", advice: 'did you mean "Bash"?' },
  ]);
  expect((await hooks.config.inactive()).entries).toMatchObject([
    { kind: "invalid", because: expect.stringContaining('did you mean "Bash"?') },
  ]);
  const own = await hooksFor("run_query|Bash");
  expect(await own.hooks.config.inactive()).toEqual({ entries: [], summary: "" });
});

it("T6 settings of an untrusted project are named, but not its deny and ask rules, which apply", async () => {
  const permissions = { deny: ["Read(.env)", "Bash(rm *)"], ask: ["WebFetch"], allow: ["Bash"] };
  const { hooks } = await openHooks({ project: { permissions, env: { A: "1" } } });
  const { entries, summary } = await hooks.config.inactive();
  expect(entries.map(({ kind, what }) => `${kind}: ${what}`)).toEqual([
    "setting: env",
    "setting: permissions.allow",
  ]);
  expect(summary).toContain(
    "2 settings of the untrusted project (deny and ask rules always apply)",
  );
  const { deny, ask } = permissions;
  expect(hooks.config.settings().at(-1)?.values).toEqual({ permissions: { deny, ask } });
  const strict = await openHooks({ project: { permissions: { deny } } });
  expect(await strict.hooks.config.inactive()).toEqual({ entries: [], summary: "" });
});

/** A project with a guard in a script, which the user has trusted. */
async function trusted() {
  const world = newWorld();
  const command = '"$CLAUDE_PROJECT_DIR"/guard.sh';
  const settings = (hooks: object) =>
    world.write("project/.claude/settings.json", JSON.stringify({ hooks }));
  settings({ PreToolUse: [{ hooks: [{ type: "command", command }] }] });
  world.write("project/guard.sh", "#!/bin/sh\nexit 2\n");
  const open = (more: Partial<HooksOptions> = {}) =>
    createHooks({ ...world.sources(), sessionId: "s", ...more });
  const hooks = await open();
  const subjects = (await hooks.trust.list()).map(({ subject }) => subject);
  await hooks.trust.trust(subjects, { present: hooks.trust.knownIds() });
  await hooks.close();
  const inactive = async (more?: Partial<HooksOptions>) => {
    const again = await open(more);
    const report = await again.config.inactive();
    await again.close();
    return report;
  };
  return { project: world.sources().cwd, settings, inactive };
}

it("T1 a trusted guard that has changed is said to refuse, not to be left out", async () => {
  const { project, inactive } = await trusted();
  appendFileSync(join(project, "guard.sh"), "\n");
  const { entries, summary } = await inactive();
  expect(entries).toMatchObject([{ kind: "changed", refuses: true }]);
  expect(summary).toBe(
    `1 trusted hook has changed and refuses what it guards until you review it. Review: "${brand.command} trust --cwd ${project}". Details: "${brand.command} hooks --cwd ${project}".`,
  );
});

it("T1 a trusted guard in settings that can no longer be read is said to refuse", async () => {
  const { project, inactive } = await trusted();
  writeFileSync(join(project, ".claude/settings.json"), "{");
  const { entries, summary } = await inactive();
  expect(entries).toMatchObject([
    { kind: "invalid", hook: undefined },
    { kind: "unreadable", refuses: true },
  ]);
  expect(summary).toContain(
    "1 trusted hook is in settings that cannot be read and refuses what it guards until you fix them.",
  );
  expect(summary).not.toMatch(/changed|Review:/);
});

it("T1 a trusted guard in settings that the session does not load is not gone", async () => {
  const { inactive } = await trusted();
  const { entries, summary } = await inactive({ settingSources: ["user"] });
  expect(entries).toMatchObject([{ kind: "not-loaded" }]);
  expect(summary).not.toContain("gone");
});

it("T1 a trusted guard that was deleted is named, and one that was edited is not named twice", async () => {
  const { settings, inactive } = await trusted();
  const edited = '"$CLAUDE_PROJECT_DIR"/guard.sh --lenient';
  settings({ PreToolUse: [{ hooks: [{ type: "command", command: edited }] }] });
  expect((await inactive()).entries).toMatchObject([{ kind: "changed" }]);
  settings({});
  const { entries, summary } = await inactive();
  expect(entries).toMatchObject([
    { kind: "gone", what: expect.stringMatching(/^PreToolUse .*guard\.sh/), event: "PreToolUse" },
  ]);
  expect(summary).toContain("1 trusted hook that is gone");
});

it("C1 settings of a parent folder are named, because they are not loaded", async () => {
  const world = newWorld();
  world.write("project/.claude/settings.json", JSON.stringify({ hooks: guard }));
  world.write("project/packages/app/readme.md", "");
  const { cwd, ...sources } = world.sources();
  const hooks = await createHooks({ ...sources, cwd: join(cwd, "packages/app"), sessionId: "s" });
  const { entries, summary } = await hooks.config.inactive();
  const file = join(cwd, ".claude/settings.json");
  expect(entries).toMatchObject([{ kind: "parent", file }]);
  expect(summary).toContain(`${file} in a parent folder`);
  await hooks.close();
});

it("C1 a plugin that is installed and that no settings enable is named; one that was disabled is not", async () => {
  for (const [enabledPlugins, kinds] of [
    [{}, ["plugin"]],
    [{ "guard@market": false }, []],
  ] as const) {
    const world = newWorld();
    const installPath = world.at("home/.claude/plugins/cache/guard");
    world.write("home/.claude/settings.json", JSON.stringify({ enabledPlugins }));
    world.write(
      "home/.claude/plugins/cache/guard/hooks/hooks.json",
      JSON.stringify({ hooks: guard }),
    );
    world.write(
      "home/.claude/plugins/installed_plugins.json",
      JSON.stringify({ version: 2, plugins: { "guard@market": [{ scope: "user", installPath }] } }),
    );
    const hooks = await createHooks({ ...world.sources(), sessionId: "s" });
    const { entries, summary } = await hooks.config.inactive();
    expect(entries.map(({ kind }) => kind)).toEqual(kinds);
    if (kinds.length > 0) expect(summary).toContain("1 plugin that is not enabled");
    await hooks.close();
  }
});

it("the summary is one short line, however much there is", () => {
  const kind = fc.constantFrom<InactiveKind>(
    ...(["untrusted", "changed", "gone", "not-fired", "cannot-run", "setting"] as const),
    ...(["turned-off", "disabled", "not-loaded"] as const),
  );
  const entry = fc.record({
    kind,
    what: fc.string(),
    event: fc.constantFrom(...eventNames),
    refuses: fc.boolean(),
  });
  const complete = (entries: readonly object[]) =>
    entries.map(
      (one) => ({ hook: undefined, file: "f", line: 1, because: "b", ...one }) as Inactive,
    );
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 200 }), (entries) => {
      const summary = summarizeInactive(complete(entries), { cwd: process.cwd() });
      expect(summary).not.toContain("\n");
      expect(summary.length).toBeLessThan(600);
      expect(summary.length).toBeGreaterThan(20);
    }),
  );
});

it.each([
  [
    { permissions: { deny: ["Bash(rm"] } },
    "permissions.deny[0]",
    "Not in effect: 1 entry with a mistake",
  ],
  [
    { permissions: { denied: ["Bash"] } },
    "permissions.denied",
    "Not in effect: 1 entry with a mistake",
  ],
  [{ deny: ["Bash"] }, "deny", "Not in effect: 1 entry with a mistake"],
  [{ permisions: { deny: ["Bash"] } }, "permisions", "Not in effect: 1 entry with a mistake"],
  [{ PreToolUse: guard.PreToolUse }, "PreToolUse", "Not in effect: 1 entry with a mistake"],
  [
    { permissions: { deny: ["bash(rm:*)"] } },
    "permissions.deny[0]",
    "Only in effect if the host has the tool: 1 rule for unknown tools.",
  ],
])("C5 rules and settings with a mistake are listed and counted: %j", async (user, what, text) => {
  const { hooks } = await openHooks({ user });
  const { entries, summary } = await hooks.config.inactive();
  expect(entries).toMatchObject([{ what, line: 1, refuses: false }]);
  expect(summary).toContain(text);
});

it("C5 a deny rule written as a text is in effect, so it is not listed", async () => {
  const { hooks } = await openHooks({ user: { permissions: { deny: "Bash" } } });
  expect((await hooks.config.inactive()).entries).toEqual([]);
});

it("M7 a deny rule with a pattern for a tool of the host refuses every call of it", async () => {
  const { hooks } = await openHooks({ user: { permissions: { deny: ["Shell(rm:*)"] } } });
  const shell = { name: "Shell", input: { command: "ls" }, id: "call_1" };
  expect(await hooks.tool(shell, async () => "ran", {})).toMatchObject({ action: "refused" });
});

it("C5 a settings file that the caller names and that does not exist is listed", async () => {
  const { hooks } = await openHooks({ settings: "nosuch.json" });
  const { entries, summary } = await hooks.config.inactive();
  expect(entries).toMatchObject([
    { kind: "invalid", file: expect.stringContaining("nosuch.json") },
  ]);
  expect(summary).toContain("Not in effect: 1 entry with a mistake");
});
