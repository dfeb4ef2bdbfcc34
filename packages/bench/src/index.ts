export { explainReport, type ModelNamer } from "./explain/explain-report.ts";
export { printExplanation } from "./explain/print-explanation.ts";
export { hooksReport, printHooks } from "./hooks/hooks-report.ts";
export { lintReport, printLint } from "./lint/lint.ts";
export { answerAsHook } from "./run/as-hook.ts";
export { printRun } from "./run/print-run.ts";
export { type RunReport, runReport } from "./run/run-report.ts";
export { printTrust, type TrustRow } from "./trust/print-trust.ts";
