import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createHooks } from "@snaphook/engine";
import { expect, it } from "vitest";
import type { AgentEvent } from "./agent-event.ts";
import { newFolders, type Play, play } from "./testing/play.ts";

const command = (text: string) => [{ hooks: [{ type: "command", command: text }] }];
const startLines = (events: readonly AgentEvent[]) =>
  events.flatMap((event) => (event.type === "notice" && event.details ? [event] : []));

it("T2 a project with many untrusted hooks is one short line at the start, with each hook in its details", async () => {
  const hooks = Array.from({ length: 40 }, (_, index) => command(`./guards/number-${index}.sh`));
  let counted: unknown;
  let configured = 0;
  const { events, result } = await play({
    projectSettings: { hooks: { PreToolUse: hooks.flat() } },
    userSettings: { hooks: { Stop: command("true") } },
    onOpen: ({ control }) => {
      counted = control.describe().hooks;
      configured = control.hooks().config.snapshot().hooks.length;
    },
  });
  expect(counted).toEqual({ inEffect: configured - 40, notInEffect: 40 });
  const [notice, ...more] = startLines(events);
  expect(more).toEqual([]);
  expect(notice?.text).toContain("Not in effect: 40 hooks that are not trusted.");
  expect(notice?.text.length).toBeLessThan(300);
  expect(notice?.details).toHaveLength(40);
  expect(result.untrustedHooks).toHaveLength(40);
});

it.each([
  ["DirectoryAdded", { profile: "claude-code" }],
  ["TeammateIdle", { profile: "claude-code" }],
  ["PermissionRequest", {}],
  ["PreToolUse", { profile: "envoy" }],
] as const)(
  "a %s hook that this agent does not fire with %j is said at the start",
  async (event, more) => {
    const { events } = await play({
      userSettings: { hooks: { [event]: command("true") } },
      ...more,
    });
    const [notice] = startLines(events);
    expect(notice?.text).toMatch(new RegExp(`Not in effect: 1 hook .*\\(${event}\\)`));
  },
);

const deny: Play["ask"] = async () => ({ behavior: "deny", message: "no" });
const asking: readonly Play[] = [{ profile: "claude-code" }, { ask: deny }];

it.each(asking)("a PermissionRequest hook that can run is not reported (%j)", async (more) => {
  const hooks = { PermissionRequest: command("true") };
  const { events } = await play({ userSettings: { hooks }, ...more });
  expect(startLines(events)).toEqual([]);
});

it("C1 a start in a subfolder names the settings of the project that are not loaded", async () => {
  const { cwd, home } = newFolders();
  await play({ in: { cwd, home }, projectSettings: { hooks: {} } });
  const below = join(cwd, "below");
  mkdirSync(below);
  const { events } = await play({ in: { cwd: below, home } });
  expect(startLines(events)[0]?.text).toContain(`${cwd}/.claude/settings.json in a parent folder`);
});

it("C5 many problems in settings are three lines at the start, errors first, with the rest in the details", async () => {
  const bad = Array.from({ length: 6 }, (_, index) => ({ type: "command", timeout: `${index}` }));
  const once = { type: "command", command: "true", once: true };
  const { events } = await play({ userSettings: { hooks: { Stop: [{ hooks: [once, ...bad] }] } } });
  const notices = events.flatMap((event) => (event.type === "notice" ? [event] : []));
  expect(notices.map(({ level, details = [] }) => [level, details.length])).toEqual([
    ["error", 0],
    ["error", 0],
    ["error", expect.any(Number)],
  ]);
  expect(notices.at(-1)?.text).toMatch(
    /^\d+ more problems in settings; to see all: "\w+ lint --cwd .*"$/,
  );
});

it("T1 a trusted guard that was deleted between two sessions is said at every start", async () => {
  const { cwd, home } = newFolders();
  const projectSettings = { hooks: { PreToolUse: command("./guard.sh") } };
  const { events: before } = await play({ in: { cwd, home }, projectSettings });
  expect(startLines(before)).toHaveLength(1);
  const hooks = await createHooks({ cwd, home, sessionId: "s" });
  const subjects = (await hooks.trust.list()).map(({ subject }) => subject);
  await hooks.trust.trust(subjects, { present: hooks.trust.knownIds() });
  await hooks.close();
  for (const _time of [1, 2]) {
    const { events } = await play({ in: { cwd, home }, projectSettings: { hooks: {} } });
    expect(startLines(events)).toMatchObject([
      {
        text: expect.stringContaining(
          "Not in effect: 1 trusted hook that is gone (PreToolUse ./guard.sh).",
        ),
        details: [expect.stringContaining("PreToolUse ./guard.sh")],
      },
    ]);
  }
});
