/** What the other packages of this repository use. It may change in any version. */
export { canBeSwitched } from "./admit/admit.ts";
export { homeFolder } from "./config/home-folder.ts";
export { isObject } from "./config/is-object.ts";
export { identityOf as hookIdentity, keptOf as keptDuplicate } from "./plan/merge-duplicates.ts";
export {
  type ProcessRequest,
  type ProcessResult,
  runProcess,
} from "./run/process/run-process.ts";
export type { CapturedText } from "./stages/hook-run.ts";
export { nearestName } from "./text/nearest-name.ts";
export { visibleText } from "./text/visible-text.ts";
export type { TracedRun } from "./trace/trace-record.ts";
export type { CommandWord } from "./trust/command-words.ts";
export type { Coverage } from "./trust/describe-coverage.ts";
export type { Difference } from "./trust/differences.ts";
export { hookWords } from "./trust/hook-words.ts";
export type { FileProblem, Written } from "./trust/private-json-file.ts";
