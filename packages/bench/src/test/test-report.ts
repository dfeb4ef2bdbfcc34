import type { TestReport } from "@snaphook/protocol";

export type { TestReport };

export type FixtureResult = TestReport["fixtures"][number];

/** One test and what came of it. */
export type TestResult = FixtureResult["tests"][number];

/** How the outcome differs under another profile. */
export type ProfileDifference = TestResult["differs"][number];

/** One expectation that does not hold. */
export type Mismatch = TestResult["mismatches"][number];

/** What the tests reached of a project. */
export type ProjectCoverage = TestReport["coverage"][number];

/** What the tests reached of one hook. */
export type HookCoverage = ProjectCoverage["hooks"][number];

/** Whether everything was tested and all of it passed. */
export const allPassed = ({ passed, failed, broken }: TestReport): boolean =>
  passed > 0 && failed === 0 && broken === 0;
