/** What the other packages of this repository use. It may change in any version. */
export { canBeSwitched } from "./admit/admit.ts";
export { currentIds } from "./admit/admit-settings.ts";
export { readSwitches } from "./admit/switches.ts";
export { boundedTest } from "./config/bounded-test.ts";
export { codeFile } from "./config/check-code-hooks.ts";
export { checkMatcher } from "./config/check-matcher.ts";
export type { CodeHookGroup } from "./config/code-hooks.ts";
export { configuredServers, serverNames } from "./config/configured-servers.ts";
export { configFolderVariable, homeFolder, userConfigFolder } from "./config/home-folder.ts";
export { type JsonDocument, type JsonPath, readJson } from "./config/json-document.ts";
export { type McpServerConfig, readMcpServers } from "./config/mcp-servers.ts";
export { isNote } from "./config/note-keys.ts";
export type { ChangedFile } from "./config/pending-change.ts";
export { type PermissionSettings, readPermissions } from "./config/read-permissions.ts";
export { readText, troubleOf } from "./config/read-text.ts";
export { userServersFile } from "./config/read-user-servers.ts";
export { settingsProblem } from "./config/settings-problem.ts";
export { settingsRuleProblems } from "./config/settings-rule-problems.ts";
export type { SettingSource, SettingsSources } from "./config/sources.ts";
export { watchFiles } from "./config/watch-files.ts";
export { readYaml } from "./config/yaml-document.ts";
export { yamlProblem } from "./config/yaml-problem.ts";
export type { ExplainedHook, HookState } from "./explain/explain.ts";
export { interpret } from "./interpret/interpret.ts";
export { howToRefuse } from "./interpret/refusal-words.ts";
export { isObject } from "./is-object.ts";
export { compileMatcher, type Matcher } from "./match/matcher.ts";
export { openToAppend, readNamedFile } from "./open-at-once.ts";
export { isOwnWrite, ownWritesNow } from "./own-writes.ts";
export { identityOf as hookIdentity, keptOf as keptDuplicate } from "./plan/merge-duplicates.ts";
export { realTarget } from "./real-target.ts";
export { replaceFile } from "./replace-file.ts";
export { type CallView, realContext, realRules, viewsOf } from "./rules/path-views.ts";
export { type Clock, systemClock } from "./run/clock.ts";
export { chooseProgram } from "./run/command/choose-program.ts";
export { notPrograms } from "./run/command/is-plain-call.ts";
export { proxied, tunnelTo } from "./run/http/load-proxy.ts";
export type { HttpPost } from "./run/http/post.ts";
export type { AgentQuestion, McpCaller, ModelQuestion } from "./run/model/interfaces.ts";
export { runMarker } from "./run/process/run-marker.ts";
export type {
  ProcessRequest,
  ProcessResult,
  RunningProcess,
  Spawn,
  StartProcess,
} from "./run/process/run-process.ts";
export type { ServerProcess, StartServer } from "./run/process/start-server.ts";
export { processStarter } from "./run/process-starter.ts";
export { type FoundBubblewrap, findBubblewrap } from "./run/wall/find-bubblewrap.ts";
export { openSandbox, type Sandbox } from "./run/wall/open-sandbox.ts";
export { sandboxOptions, systemMounts, tryBubblewrap } from "./run/wall/try-bubblewrap.ts";
export type { CapturedText, HookRun, RunEnd } from "./stages/hook-run.ts";
export type { OutcomeFields } from "./stages/outcome.ts";
export type {
  LoadedFile,
  LoadedPlugin,
  Origin,
  Scope,
  SkippedEntry,
  SourcePlace,
} from "./stages/snapshot.ts";
export type { Audience, Failure, FailureKind, MessageKind } from "./stages/verdict.ts";
export { statOf } from "./stat-of.ts";
export { cancelledByHost } from "./text/cancelled-by-host.ts";
export { differenceInWords } from "./text/difference-in-words.ts";
export { contextMessages, laterMessages, reasonMessages } from "./text/hook-text.ts";
export { nearestName } from "./text/nearest-name.ts";
export { shortLine } from "./text/short-line.ts";
export type { JsonLinesOptions } from "./trace/json-lines.ts";
export { redactor } from "./trace/redact/redactor.ts";
export { secretValues } from "./trace/redact/secret-values.ts";
export { describeWholeRun, type TracedRun } from "./trace/trace-record.ts";
export type { TraceTarget } from "./trace/trace-sink.ts";
export { commandForHook } from "./trust/command-for-hook.ts";
export { type CommandWord, parsedWords } from "./trust/command-words.ts";
export { compareLines } from "./trust/compare-lines.ts";
export type { Coverage } from "./trust/describe-coverage.ts";
export type { Difference } from "./trust/differences.ts";
export { hookWords, unprotectedLoads } from "./trust/hook-words.ts";
export { lineDiff } from "./trust/line-diff.ts";
export { makeFolder } from "./trust/make-folder.ts";
export type { FileProblem, Written } from "./trust/private-json-file.ts";
export type { UnresolvedLoad } from "./trust/script-reader.ts";
export { definitionText } from "./trust/trust-subject.ts";
export { namesToTrust, subjectOfSettings } from "./trust/trust-subjects.ts";
