import { resolve } from "node:path";
import {
  allPassed,
  FixturePathError,
  printJunit,
  printTap,
  printTests,
  type TestOptions,
  type TestReport,
  testHooks,
  watchFixtures,
} from "@snaphook/bench";
import { isProfileName, type ProfileName, profiles } from "@snaphook/protocol";
import { checkCopied, pluginFolders } from "../load-hooks.ts";
import { printJson, printProgress, printReport } from "../print.ts";
import { suggestName, UsageError } from "../usage-error.ts";

export interface TestFlags {
  readonly cwd: string;
  readonly profile?: string;
  readonly pluginDir?: readonly string[];
  readonly trustProject?: boolean;
  readonly reporter: keyof typeof reporters;
  readonly json?: boolean;
  readonly update?: boolean;
  readonly watch?: boolean;
  readonly jobs?: string;
}

const reporters = {
  pretty: (report: TestReport) => printReport(printTests(report, process.cwd())),
  tap: (report: TestReport) => printReport(printTap(report, process.cwd())),
  junit: (report: TestReport) => printReport(printJunit(report, process.cwd())),
  json: printJson,
} satisfies Readonly<Record<string, (report: TestReport) => void>>;

/** `test`: runs fixtures; exits with 0 if there are tests and all pass, otherwise with 1. */
export async function test(paths: readonly string[], flags: TestFlags): Promise<void> {
  const cwd = resolve(flags.cwd);
  checkCopied(cwd);
  const options = optionsOf(paths, cwd, flags);
  const print = reporters[flags.json ? "json" : flags.reporter];
  const once = async () => {
    const report = await testHooks({ ...options, ...progress(flags) }).catch(asUsageError);
    printProgress();
    print(report);
    process.exitCode = allPassed(report) ? 0 : 1;
  };
  await (flags.watch ? watchFixtures(options, once) : once());
}

function optionsOf(paths: readonly string[], cwd: string, flags: TestFlags): TestOptions {
  const { profile, pluginDir, trustProject = false, update = false, jobs } = flags;
  const count = jobs === undefined ? undefined : Number(jobs);
  if (count !== undefined && !(Number.isInteger(count) && count > 0))
    throw new UsageError(`--jobs must be a whole number above 0, not "${jobs}"`);
  return {
    cwd,
    ...(paths.length === 0 ? {} : { paths: paths.map((path) => resolve(path)) }),
    ...(profile === undefined ? {} : { profiles: profile.split(",").map(profileCalled) }),
    pluginDirectories: pluginFolders(pluginDir),
    trustProject,
    update,
    ...(count === undefined ? {} : { jobs: count }),
  };
}

function profileCalled(name: string): ProfileName {
  if (isProfileName(name)) return name;
  throw new UsageError(
    `--profile: unknown profile "${name}"; ${suggestName(name, Object.keys(profiles))}`,
  );
}

function asUsageError(error: unknown): never {
  throw error instanceof FixturePathError ? new UsageError(error.message) : error;
}

/** A line on a terminal that counts the tests; a report that is read by a program has none. */
function progress(flags: TestFlags): Pick<TestOptions, "onResult"> {
  if (flags.json || flags.reporter !== "pretty") return {};
  let [done, failed] = [0, 0];
  return {
    onResult({ passed }) {
      done++;
      if (!passed) failed++;
      printProgress(`${done} tests, ${failed} failed `);
    },
  };
}
