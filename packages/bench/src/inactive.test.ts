import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHooks, type HooksOptions } from "@snaphook/engine";
import {
  explanationReport,
  hooksReport as hooksSchema,
  lintReport as lintSchema,
} from "@snaphook/protocol";
import { expect, it } from "vitest";
import { explainReport } from "./explain/explain-report.ts";
import { printExplanation } from "./explain/print-explanation.ts";
import { hooksReport, printHooks } from "./hooks/hooks-report.ts";
import { printInactive } from "./inactive.ts";
import { lintReport, printLint } from "./lint/lint.ts";

const command = (text: string) => [{ hooks: [{ type: "command", command: text }] }];

/** Opens the hooks of one project again and again, with other settings each time. */
function project() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "inactive-")));
  const cwd = join(base, "project");
  mkdirSync(join(cwd, ".claude"), { recursive: true });
  return (settings: object, more: Partial<HooksOptions> = {}) => {
    writeFileSync(join(cwd, ".claude/settings.json"), JSON.stringify(settings));
    const places = { cwd, home: join(base, "home"), managedFile: join(base, "managed.json") };
    return createHooks({ ...places, sessionId: "s", ...more });
  };
}

it("lint, hooks and explain say of each hook that it does not run here", async () => {
  const hooks = await project()(
    { hooks: { PreToolUse: command("./guard.sh"), Notification: command("./tell.sh") } },
    { fires: ["PreToolUse"] },
  );
  const lint = await lintReport(hooks);
  expect(lintSchema.parse(lint)).toMatchObject({ ok: true });
  expect(printLint(lint)).toMatch(
    /· PreToolUse \.\/guard\.sh \(.*settings\.json:1\): .*not trusted/,
  );
  expect(printLint(lint)).toMatch(
    /· Notification \.\/tell\.sh .*this host does not fire Notification/,
  );
  const listed = await hooksReport(hooks);
  expect(hooksSchema.parse(listed)).toMatchObject({ ok: true });
  expect(printHooks(listed)).toMatch(/not-fired .*\.\/tell\.sh/);
  expect(printHooks(listed)).toContain("this host does not fire Notification");
  const input = { message: "m", notification_type: "idle_prompt" };
  const explained = await explainReport(await hooks.explain("Notification", input), hooks);
  expect(explanationReport.parse(explained)).toMatchObject({ ok: true });
  expect(printExplanation(explained)).toContain("✗ not-fired: ./tell.sh");
  expect(printExplanation(explained)).toContain(
    "0 of 1 hook would run; 1 hook is for other events",
  );
});

it("T6 a key that needs no trust is not called ignored", async () => {
  const settings = { $schema: "https://example.com/settings.json", env: { A: "1" } };
  const printed = printHooks(await hooksReport(await project()(settings)));
  expect(printed).toContain("env ignored until trusted");
  expect(printed).not.toContain("$schema");
});

it("T6 hooks, lint and explain say which permissions of an untrusted project apply", async () => {
  const permissions = { deny: ["Bash(rm *)"], ask: ["WebFetch"], allow: ["Bash"] };
  const hooks = await project()({ permissions });
  const input = { tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "t" };
  const explained = await explainReport(await hooks.explain("PreToolUse", input), hooks);
  for (const printed of [
    printHooks(await hooksReport(hooks)),
    printLint(await lintReport(hooks)),
    printExplanation(explained),
  ])
    expect(printed).toContain(
      "deny and ask rules apply, but permissions.allow ignored until trusted",
    );
});

it("a file that has no effect is named once in its line", () => {
  const path = "/a/s.json";
  const place = { what: path, id: null, file: path, line: null };
  const [, line] = printInactive([
    { kind: "parent", ...place, because: "not read", refuses: false },
  ]);
  expect(line).toBe("· /a/s.json: not read");
});

it("C4, U1 lint and hooks say of each hook that it is turned off, and why", async () => {
  const settings = { disableAllHooks: true, hooks: { PreToolUse: command("./guard.sh") } };
  const hooks = await project()(settings, { trustProject: true });
  expect(printLint(await lintReport(hooks))).toMatch(
    /· PreToolUse \.\/guard\.sh .*: disableAllHooks in .*settings\.json/,
  );
  expect(printHooks(await hooksReport(hooks))).toMatch(/disabled .*\.\/guard\.sh/);
});

it("T1 lint, hooks and explain name a trusted hook that is gone", async () => {
  const open = project();
  const before = await open({ hooks: { PreToolUse: command("./guard.sh") } });
  const subjects = (await before.trust.list()).map(({ subject }) => subject);
  await before.trust.trust(subjects, { present: before.trust.knownIds() });
  const hooks = await open({ hooks: {} });
  const gone =
    /not in effect here:\n· PreToolUse \.\/guard\.sh .*trusted and is no longer configured/;
  expect(printLint(await lintReport(hooks))).toMatch(gone);
  expect(printHooks(await hooksReport(hooks))).toMatch(gone);
  const input = { tool_name: "Bash", tool_input: {}, tool_use_id: "t" };
  const explained = await explainReport(await hooks.explain("PreToolUse", input), hooks);
  expect(printExplanation(explained)).toMatch(gone);
});

it("U1 an entry that is not a hook has no matcher in the list", async () => {
  const hooks = await project()({ hooks: { Stop: [{ hooks: [{ type: "comand" }] }] } });
  expect(printHooks(await hooksReport(hooks))).toMatch(/ {2}- +invalid +Project +- {2}/);
});
