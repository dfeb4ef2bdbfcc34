import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, resolve } from "node:path";
import { createHooks, type Diagnostic } from "@snaphook/engine";
import type { ProfileName } from "@snaphook/protocol";
import { type CoverageCollector, collectCoverage } from "./coverage.ts";
import { findFixtures, projectOf } from "./find-fixtures.ts";
import { inPool } from "./in-pool.ts";
import { type PlannedTest, planTests } from "./plan-tests.ts";
import { type Fixture, readFixture } from "./read-fixture.ts";
import { type GroupSubject, runGroup, type TestRun } from "./run-group.ts";
import { compareSnapshot, readSnapshots, writeSnapshots } from "./snapshots.ts";
import type {
  FixtureResult,
  ProfileDifference,
  ProjectCoverage,
  TestReport,
  TestResult,
} from "./test-report.ts";

/** What to test, and how. */
export interface TestOptions {
  /** The folder that paths start from. */
  readonly cwd: string;
  /** Fixtures, or folders to search for them. Default: `cwd`. */
  readonly paths?: readonly string[];
  /** The first one decides; the outcome of the others is compared. Default: what the fixture says, or `reference`. */
  readonly profiles?: readonly ProfileName[];
  /** Run hooks that are not trusted too. Default: no. */
  readonly trustProject?: boolean;
  readonly pluginDirectories?: readonly string[];
  /** Store results of tests with `snapshot: true` instead of comparing them. */
  readonly update?: boolean;
  /** How many copies of projects are used at the same time. Default: one per processor. */
  readonly jobs?: number;
  /** The home whose trust store decides. Default: the user's. */
  readonly home?: string;
  /** Called after each test, for progress. */
  readonly onResult?: (result: TestResult, fixture: string) => void;
}

/** How many lines of a table share a copy of the project. */
const linesPerCopy = 25;

/**
 * Runs the tests in fixtures with real hooks, each in a copy of its project with its own home.
 *
 * Contract: starts only hooks that are trusted in the original project (T8). A broken fixture never keeps
 * the others from running. Throws `FixturePathError` for a path that does not exist.
 *
 * @example
 * const report = await testHooks({ cwd: process.cwd() });
 * if (!allPassed(report)) throw new Error(printTests(report));
 */
export async function testHooks(options: TestOptions): Promise<TestReport> {
  const started = performance.now();
  const { cwd, paths = ["."] } = options;
  const files = findFixtures(paths, cwd);
  const prepared = await Promise.all(files.map((file) => prepare(file, cwd)));
  const coverage = new Map<string, CoverageCollector>();
  const pool = inPool(options.jobs ?? availableParallelism());
  const fixtures = await Promise.all(
    prepared.map((one) => runFixture(one, options, pool, coverage)),
  );
  const tests = fixtures.flatMap((fixture) => fixture.tests);
  const passed = tests.filter((test) => test.passed).length;
  return {
    profiles: options.profiles ?? [],
    fixtures,
    coverage: await Promise.all(
      [...coverage].map(([project, found]) => coverageOf(project, found, options)),
    ),
    passed,
    failed: tests.length - passed,
    broken: fixtures.reduce((sum, { problems }) => sum + problems.length, 0),
    durationMs: performance.now() - started,
  };
}

interface Prepared {
  readonly fixture: Fixture;
  readonly project: string;
  readonly tests: readonly PlannedTest[];
  readonly problems: readonly Diagnostic[];
}

async function prepare(file: string, cwd: string): Promise<Prepared> {
  const fixture = await readFixture(file);
  const { project: named } = fixture.head;
  const project = named === undefined ? projectOf(file, cwd) : resolve(dirname(file), named);
  if (!statSync(project, { throwIfNoEntry: false })?.isDirectory()) {
    const place = { file, line: 1, column: 1, path: "project" };
    const message = `the project's folder ${project} does not exist`;
    const missing = {
      code: "bad-fixture",
      level: "error",
      place,
      message,
      advice: "write its path from this file",
    } as const;
    return { fixture, project, tests: [], problems: [...fixture.problems, missing] };
  }
  const { tests, problems } = planTests(fixture);
  return { fixture, project, tests, problems: [...fixture.problems, ...problems] };
}

async function runFixture(
  { fixture, project, tests, problems }: Prepared,
  options: TestOptions,
  pool: ReturnType<typeof inPool>,
  coverage: Map<string, CoverageCollector>,
): Promise<FixtureResult> {
  const { profiles = [], trustProject = false, pluginDirectories = [], home, onResult } = options;
  const [first = fixture.head.profile ?? "reference", ...others] = profiles;
  const { file } = fixture;
  const stored = readSnapshots(file);
  const snapshots: Record<string, unknown> = {};
  const collector = coverage.get(project) ?? collectCoverage();
  // A project whose folder does not exist has no tests either.
  if (tests.length > 0) coverage.set(project, collector);
  const subject = (profile: string): GroupSubject => ({
    fixture,
    project,
    profile: profile as ProfileName,
    trustProject,
    pluginDirectories: pluginDirectories.map((folder) => resolve(options.cwd, folder)),
    ...(home === undefined ? {} : { home }),
  });
  const settingsErrors = new Map<string, Diagnostic>();
  const judge = (run: TestRun, rest: readonly ProfileDifference[]): TestResult => {
    if (run.report) collector.add(run.report);
    for (const error of run.settingsErrors) settingsErrors.set(JSON.stringify(error), error);
    // What a failed test found is not stored: the next run would take it for right.
    if (run.mismatches.length === 0 && run.snapshot !== undefined)
      snapshots[run.test.name] = run.snapshot;
    else if (typeof stored !== "string" && Object.hasOwn(stored, run.test.name))
      snapshots[run.test.name] = stored[run.test.name];
    const mismatches = [...run.mismatches, ...snapshotMismatches(run, stored, options)];
    const { name, place } = run.test;
    const result = {
      name,
      place,
      passed: mismatches.length === 0,
      mismatches,
      durationMs: run.durationMs,
      differs: rest,
    };
    onResult?.(result, file);
    return result;
  };
  const results = await Promise.all(
    groupsOf(tests).map((group) =>
      pool(async () => {
        const runs = await runGroup(group, subject(first));
        const elsewhere: { readonly profile: string; readonly runs: readonly TestRun[] }[] = [];
        for (const profile of others)
          elsewhere.push({ profile, runs: await runGroup(group, subject(profile)) });
        return runs.map((run, index) => {
          const rest = elsewhere.flatMap(({ profile, runs: there }) =>
            difference(run, there[index], profile),
          );
          return judge(run, rest);
        });
      }),
    ),
  );
  if (options.update && typeof stored !== "string")
    writeSnapshots(file, inOrderOf(tests, snapshots));
  return {
    file,
    project,
    problems: [...problems, ...settingsErrors.values()],
    tests: results.flat(),
  };
}

const inOrderOf = (tests: readonly PlannedTest[], found: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    tests.filter(({ name }) => name in found).map(({ name }) => [name, found[name]]),
  );

function snapshotMismatches(
  { test, snapshot }: TestRun,
  stored: ReturnType<typeof readSnapshots>,
  { update }: TestOptions,
) {
  if (!test.snapshot || snapshot === undefined) return [];
  if (typeof stored === "string")
    return [{ what: "snapshot", expected: "a file that can be read", found: stored }];
  return update ? [] : compareSnapshot(stored, test.name, snapshot);
}

/** Tests of one group run in the same copy; large tables are split. */
function groupsOf(tests: readonly PlannedTest[]): readonly (readonly PlannedTest[])[] {
  return [...Map.groupBy(tests, ({ group }) => group).values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / linesPerCopy) }, (_, index) =>
      group.slice(index * linesPerCopy, (index + 1) * linesPerCopy),
    ),
  );
}

/** What another profile does differently with the same test. */
function difference(
  first: TestRun,
  there: TestRun | undefined,
  profile: string,
): readonly ProfileDifference[] {
  const [here, found] = [first.report?.outcome.action, there?.report?.outcome.action];
  const isNew = ({ what }: TestRun["mismatches"][number]) =>
    !first.mismatches.some((one) => one.what === what);
  const mismatches = (there?.mismatches ?? []).filter(isNew);
  if (here === found && mismatches.length === 0) return [];
  return [{ profile, outcome: found ?? "the hooks could not be run", mismatches }];
}

async function coverageOf(
  project: string,
  found: CoverageCollector,
  { home, pluginDirectories = [], cwd }: TestOptions,
): Promise<ProjectCoverage> {
  const original = await createHooks({
    cwd: project,
    sessionId: randomUUID(),
    pluginDirectories: pluginDirectories.map((folder) => resolve(cwd, folder)),
    ...(home === undefined ? {} : { home }),
  });
  try {
    return await found.result(original);
  } finally {
    await original.close();
  }
}
