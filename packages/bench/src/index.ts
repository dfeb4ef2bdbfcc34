export { type AppliedFix, applyFixes } from "./chaos/apply-fixes.ts";
export { type ChaosOptions, chaosReport } from "./chaos/chaos.ts";
export { allClosed, type ChaosReport, type HookGrade } from "./chaos/chaos-report.ts";
export { printChaos } from "./chaos/print-chaos.ts";
export { allHealthy, type DoctorOptions, doctorReport } from "./doctor/doctor.ts";
export { printDoctor } from "./doctor/print-doctor.ts";
export { explainEvent } from "./explain/explain-event.ts";
export type { ModelNamer } from "./explain/explain-report.ts";
export { printExplanation } from "./explain/print-explanation.ts";
export { recipes } from "./generated/recipes.ts";
export { hooksReport, printHooks } from "./hooks/hooks-report.ts";
export type { InspectedHooks } from "./hooks/inspected-hooks.ts";
export { matchedBy, matcherInWords, matcherOf, matcherProblems } from "./hooks/matcher-in-words.ts";
export { resolvedCommand } from "./hooks/resolved-command.ts";
export { lintReport, printLint } from "./lint/lint.ts";
export { projectErrors } from "./load-errors.ts";
export { AddError } from "./new/add-recipe.ts";
export { type NewHook, newHook } from "./new/new-hook.ts";
export {
  type FoundRecipe,
  findRecipes,
  type Language,
  languages,
  type Recipe,
  variantsOf,
  withFileName,
} from "./new/recipe.ts";
export { scaffold } from "./new/scaffold.ts";
export { ReplayError } from "./replay/load-configuration.ts";
export { printReplay } from "./replay/print-replay.ts";
export { isComplete, type ReplayOptions, type ReplayProgress, replay } from "./replay/replay.ts";
export { answerAsHook } from "./run/as-hook.ts";
export { printRun } from "./run/print-run.ts";
export { commandForHookAlone } from "./run/repeat-command.ts";
export { type RunReport, runReport } from "./run/run-report.ts";
export { type TriedHook, triedHook, tryHook } from "./run/try-hook.ts";
export { type HookChange, SettingsChangeError, type WrittenHook } from "./settings/change-hooks.ts";
export { checkNewHook } from "./settings/check-new-hook.ts";
export {
  changedHook,
  changesNothing,
  differenceOf,
  type PlannedChange,
  planAdd,
  planDelete,
  planEdit,
  planSetting,
  type WritableScope,
  writableScopes,
  writeChange,
} from "./settings/planned-change.ts";
export { whyReadOnly } from "./settings/why-read-only.ts";
export { FixturePathError, findFixtures } from "./test/find-fixtures.ts";
export { printJunit, printTap } from "./test/print-for-machines.ts";
export { printTests } from "./test/print-tests.ts";
export { type TestOptions, testHooks } from "./test/test-hooks.ts";
export {
  allPassed,
  type HookCoverage,
  type Mismatch,
  type ProjectCoverage,
  type TestReport,
  type TestResult,
} from "./test/test-report.ts";
export { watchFixtures } from "./test/watch-fixtures.ts";
export { timelineOf } from "./trace/build-timeline.ts";
export { endedInWords } from "./trace/ended-in-words.ts";
export { filterTimeline, hookFits, type TimelineFilter } from "./trace/filter-timeline.ts";
export { htmlPage } from "./trace/html-page.ts";
export { milliseconds } from "./trace/milliseconds.ts";
export { otlpTraces } from "./trace/otlp.ts";
export { printTimeline } from "./trace/print-timeline.ts";
export type { Style, StyledLine } from "./trace/styled-line.ts";
export type { Timeline } from "./trace/timeline.ts";
export { TraceFileError } from "./trace/trace-lines.ts";
export { printTrust, type TrustRow } from "./trust/print-trust.ts";
export { type Settlement, settleWritten } from "./trust/settle-written.ts";
export { startedByAgent } from "./trust/started-by-agent.ts";
