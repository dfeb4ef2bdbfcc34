import { randomUUID } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { createHooks, type Diagnostic, type Hooks, type TraceRecord } from "@snaphook/engine";
import { commandForHook, readNamedFile } from "@snaphook/engine/internal";
import { brand, inputForHooks, type ProfileName, profileNamed, profiles } from "@snaphook/protocol";
import { projectErrors } from "../load-errors.ts";
import { type RunReport, runReport } from "../run/run-report.ts";
import { waitForBackground } from "./background-hooks.ts";
import { checkExpectation, checkGuard, isNamed, type Observed } from "./check-expectation.ts";
import type { PlannedTest } from "./plan-tests.ts";
import type { Fixture } from "./read-fixture.ts";
import { changedFiles, makeScratch, type Scratch } from "./scratch.ts";
import { scriptedModels } from "./scripted-models.ts";
import { snapshotOf } from "./snapshots.ts";
import type { Mismatch } from "./test-report.ts";
import { type TrustedDefinitions, trustedDefinitions } from "./trusted-definitions.ts";

/** Where the hooks of a group come from. */
export interface GroupSubject {
  readonly fixture: Fixture;
  /** The original project. */
  readonly project: string;
  readonly profile: ProfileName;
  readonly trustProject: boolean;
  readonly pluginDirectories: readonly string[];
  /** The home whose trust store decides. Default: the user's. */
  readonly home?: string;
}

/** What came of one test. */
export interface TestRun {
  readonly test: PlannedTest;
  readonly mismatches: readonly Mismatch[];
  readonly durationMs: number;
  /** Missing if the hooks could not be run. */
  readonly report?: RunReport;
  /** Errors in the settings that the test ran with. */
  readonly settingsErrors: readonly Diagnostic[];
  /** What `--update` stores. */
  readonly snapshot?: unknown;
}

/** Runs tests that share a copy of their project, one after another; each has its own session of hooks. */
export async function runGroup(
  tests: readonly PlannedTest[],
  subject: GroupSubject,
): Promise<readonly TestRun[]> {
  const scratch = await makeScratch(subject.project, `${brand.command}-test`);
  try {
    await useSettings(subject.fixture, scratch);
    const { project: cwd, pluginDirectories, home } = subject;
    const trusted = await trustedDefinitions({
      cwd,
      pluginDirectories,
      ...(home === undefined ? {} : { home }),
    });
    const runs: TestRun[] = [];
    for (const test of tests) runs.push(await runOne(test, subject, scratch, trusted));
    return runs;
  } catch (error) {
    return tests.map((test) => couldNotRun(test, error));
  } finally {
    await scratch.remove();
  }
}

const settingsPath = join(".claude", "settings.json");

/** Puts the settings of a fixture in place of those of the project. */
async function useSettings({ head: { settings }, file }: Fixture, scratch: Scratch): Promise<void> {
  if (settings === undefined) return;
  const text =
    typeof settings === "string"
      ? readNamedFile(resolve(dirname(file), settings))
      : JSON.stringify(settings);
  rmSync(join(scratch.project, ".claude", "settings.local.json"), { force: true });
  await scratch.write(settingsPath, text);
}

async function runOne(
  test: PlannedTest,
  subject: GroupSubject,
  scratch: Scratch,
  trusted: TrustedDefinitions,
): Promise<TestRun> {
  const records: TraceRecord[] = [];
  const sessionId = randomUUID();
  const hooks = await createHooks({
    cwd: scratch.project,
    home: scratch.home,
    env: scratch.env,
    sessionId,
    sessionFolder: join(scratch.base, sessionId),
    profile: subject.profile,
    trustProject: subject.trustProject,
    pluginDirectories: subject.pluginDirectories.map((folder) => scratch.inside(folder)),
    headless: true,
    ...scriptedModels(test.answers),
    trace: { record: (record) => void records.push(record) },
  });
  try {
    // Trust comes before the files of the test: one that replaces a script makes its hook a changed one.
    await trusted.trustIn(hooks);
    await keepOnly(subject.fixture.head.hook, hooks);
    for (const [path, text] of Object.entries(test.files)) await scratch.write(path, text);
    return await dispatch(test, { hooks, records, scratch, subject, trusted });
  } catch (error) {
    return couldNotRun(test, error);
  } finally {
    await hooks.close();
  }
}

function couldNotRun(test: PlannedTest, error: unknown): TestRun {
  const found = error instanceof Error ? error.message : String(error);
  return {
    test,
    mismatches: [{ what: "error", expected: "the hooks can be run", found }],
    durationMs: 0,
    settingsErrors: [],
  };
}

interface Opened {
  readonly hooks: Hooks;
  readonly records: readonly TraceRecord[];
  readonly scratch: Scratch;
  readonly subject: GroupSubject;
  readonly trusted: TrustedDefinitions;
}

async function dispatch(test: PlannedTest, opened: Opened): Promise<TestRun> {
  const { hooks, records, scratch } = opened;
  const asksForChanges = test.snapshot || test.expect.changed !== undefined;
  const before = asksForChanges ? await scratch.hashes() : new Map<string, string>();
  const profile = profileNamed(hooks.profile) ?? profiles.reference;
  const input = inputForHooks(profile, test.inFolder(scratch.project));
  const report = await runReport(hooks, records, { event: test.event, input });
  const notMatched = records.at(-1)?.notMatched ?? [];
  const looksAtFiles = asksForChanges || test.expect.files !== undefined;
  const unfinished = looksAtFiles ? await waitForBackground(hooks) : [];
  const after = asksForChanges ? await scratch.hashes() : before;
  const observed: Observed = {
    report,
    notMatched,
    changed: changedFiles(before, after),
    files: new Map(
      Object.keys(test.expect.files ?? {}).map((path) => [
        path,
        readIf(join(scratch.project, path)),
      ]),
    ),
  };
  // What comes first explains the rest: a hook that did not run, or let a call proceed, gave no reason either.
  const [mismatches = []] = [
    await trustMismatches(test, report, opened),
    unfinished,
    test.guard ? checkGuard(test.guard, observed) : [],
    checkExpectation(test.expect, observed),
  ].filter((found) => found.length > 0);
  return {
    test,
    mismatches,
    durationMs: report.durationMs,
    report,
    settingsErrors: projectErrors(hooks).map((error) => inOriginal(error, opened)),
    ...(test.snapshot ? { snapshot: snapshotOf(observed, scratch) } : {}),
  };
}

/** The error in the file that the user can fix, not in the copy. */
function inOriginal(error: Diagnostic, { scratch, subject: { fixture, project } }: Opened) {
  const { settings } = fixture.head;
  const path = relative(scratch.project, error.place.file);
  const file =
    settings === undefined || path !== settingsPath
      ? resolve(project, path)
      : typeof settings === "string"
        ? resolve(dirname(fixture.file), settings)
        : fixture.file;
  return { ...error, place: { ...error.place, file } };
}

/** T8: a hook that is not trusted did not run, so the test shows nothing; unless it expects just that. */
async function trustMismatches(
  { expect }: PlannedTest,
  { held }: RunReport,
  { hooks, subject: { project, fixture }, trusted }: Opened,
): Promise<readonly Mismatch[]> {
  const names = Object.keys(expect.notRan ?? {});
  const { hook: only = "" } = fixture.head;
  const blocked = held.filter(
    (hook) =>
      (hook.reason === "untrusted" || hook.reason === "changed") &&
      isNamed(hook, only) &&
      !names.some((name) => isNamed(hook, name)),
  );
  if (blocked.length === 0) return [];
  const subjects = (await hooks.trust.list()).map(({ subject }) => subject);
  return blocked.map(({ id, label, reason }) => {
    const subject = subjects.find((one) => one.id === id);
    const original = subject && trusted.idOf(subject);
    const scope = { scope: subject?.scope ?? "project", root: project };
    const remedy =
      reason === "changed"
        ? "the files of the test change its script"
        : original === undefined
          ? "the fixture's own settings are not trusted: run with --trust-project"
          : `run ${commandForHook(`trust ${original}`, scope)}, or test with --trust-project`;
    return {
      what: "trust",
      expected: `the hook ${label} is trusted`,
      found: `it is not, so it did not run; ${remedy}`,
    };
  });
}

/** Turns all hooks off but the one that the fixture is about. */
async function keepOnly(name: string | undefined, { config }: Hooks): Promise<void> {
  if (name === undefined) return;
  const { hooks } = config.snapshot();
  const kept = hooks.filter((hook) => isNamed(hook, name));
  if (kept.length === 0)
    throw new Error(
      `no hook is named ${name}; the hooks are: ${hooks.map(({ label }) => label).join(", ") || "none"}`,
    );
  for (const { id } of hooks)
    if (!kept.some((hook) => hook.id === id)) await config.toggles.set(id, false);
}

const readIf = (path: string): string | null => (existsSync(path) ? readNamedFile(path) : null);
