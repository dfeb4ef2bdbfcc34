export { canBeSwitched } from "./admit/admit.ts";
export type { HookStatus, Trustable } from "./admit/hook-status.ts";
export type { Toggles } from "./admit/toggles.ts";
export type { CodeHookGroup, CodeHooks } from "./config/code-hooks.ts";
export { homeFolder } from "./config/home-folder.ts";
export type { ChangedFile, PendingChange } from "./config/pending-change.ts";
export type { SettingSource, SettingsSources } from "./config/sources.ts";
export { createHooks, type HooksOptions } from "./engine.ts";
export type { ExplainedHook, Explanation, HookState } from "./explain/explain.ts";
export { type CombinedResult, combinedResult } from "./fold/combined-result.ts";
export type { FireOptions, Hooks, Progress, ScopeOptions } from "./hooks.ts";
export { identityOf as hookIdentity, keptOf as keptDuplicate } from "./plan/merge-duplicates.ts";
export { allowHolds, denyHolds } from "./rules/permissions.ts";
export { type ParsedRule, parseRule, type Rule } from "./rules/rule.ts";
export { type CommandLine, commandsOf } from "./rules/shell/command-line.ts";
export type { Judgement, RuleContext, ToolCall } from "./rules/tool-call.ts";
export type { BackgroundRun } from "./run/background.ts";
export { type Clock, systemClock } from "./run/clock.ts";
export type { HttpPost } from "./run/http/post.ts";
export type {
  AgentQuestion,
  HookAgent,
  HookModel,
  McpCaller,
  ModelQuestion,
} from "./run/model/interfaces.ts";
export type { ProcessRequest, ProcessResult, Spawn } from "./run/process/run-process.ts";
export { runProcess } from "./run/process/run-process.ts";
export type { HookInput } from "./stages/hook-event.ts";
export type { CapturedText, HookRun, RunEnd } from "./stages/hook-run.ts";
export type { Divergence, Outcome, OutcomeOf, ToolCallOutcome, Turn } from "./stages/outcome.ts";
export type {
  ConfiguredHook,
  Diagnostic,
  HookRef,
  LoadedFile,
  Origin,
  Scope,
  ScopeSettings,
  SkippedEntry,
  Snapshot,
  SourcePlace,
} from "./stages/snapshot.ts";
export type {
  Audience,
  Failure,
  FailureKind,
  Message,
  MessageKind,
  Verdict,
} from "./stages/verdict.ts";
export { nearestName } from "./text/nearest-name.ts";
export { seenBy } from "./text/seen-by.ts";
export { visibleText } from "./text/visible-text.ts";
export type {
  PermissionAnswer,
  PermissionOptions,
  PermissionQuestion,
  PermissionReply,
} from "./tool/decide-permission.ts";
export type { ToolCallOptions, ToolCallResult } from "./tool/run-tool-call.ts";
export type { ToolCallRequest } from "./tool/tool-call.ts";
export { type JsonLinesOptions, jsonLinesTrace } from "./trace/json-lines.ts";
export { memoryTrace } from "./trace/memory.ts";
export type { TracedRun } from "./trace/trace-record.ts";
export type { TraceRecord, TraceSink, TraceTarget } from "./trace/trace-sink.ts";
export type { CommandWord } from "./trust/command-words.ts";
export type { Coverage } from "./trust/describe-coverage.ts";
export type { Difference } from "./trust/differences.ts";
export { hookWords } from "./trust/hook-words.ts";
export type { FileProblem, Written } from "./trust/private-json-file.ts";
export type { TrustState, TrustStore } from "./trust/trust-store.ts";
export type { TrustSubject } from "./trust/trust-subject.ts";
