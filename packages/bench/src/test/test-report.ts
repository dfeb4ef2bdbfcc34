import type { Diagnostic } from "@snaphook/engine";
import type { Mismatch } from "./check-expectation.ts";
import type { ProjectCoverage } from "./coverage.ts";

/** One test and what came of it. */
export interface TestResult {
  readonly name: string;
  readonly place: Diagnostic["place"];
  readonly passed: boolean;
  readonly mismatches: readonly Mismatch[];
  readonly durationMs: number;
  /** Profiles under which the outcome or an expectation differs. */
  readonly differs: readonly ProfileDifference[];
}

export interface ProfileDifference {
  readonly profile: string;
  readonly outcome: string;
  /** Expectations that do not hold there, although they hold in the first profile. */
  readonly mismatches: readonly Mismatch[];
}

export interface FixtureResult {
  readonly file: string;
  readonly project: string;
  /** Parts of the fixture that are broken and did not run, and errors in the settings: hooks in them did not run. */
  readonly problems: readonly Diagnostic[];
  readonly tests: readonly TestResult[];
}

/** What `test --json` prints. */
export interface TestReport {
  /** The first one decides; the others are compared with it. Empty: each fixture's own. */
  readonly profiles: readonly string[];
  readonly fixtures: readonly FixtureResult[];
  readonly coverage: readonly ProjectCoverage[];
  readonly passed: number;
  readonly failed: number;
  /** How many parts of fixtures and settings are broken. */
  readonly broken: number;
  readonly durationMs: number;
}

/** Whether everything was tested and all of it passed. */
export const allPassed = ({ passed, failed, broken }: TestReport): boolean =>
  passed > 0 && failed === 0 && broken === 0;
