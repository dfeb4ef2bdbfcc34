export { canBeSwitched } from "./admit/admit.ts";
export { hookWords } from "./admit/hook-words.ts";
export type { StandingHook, Trustable } from "./admit/standing.ts";
export type { Toggles } from "./admit/toggles.ts";
export type { CommandWord } from "./admit/trust/command-words.ts";
export type { Coverage } from "./admit/trust/describe-coverage.ts";
export type { Difference } from "./admit/trust/differences.ts";
export type { FileProblem, Written } from "./admit/trust/private-json-file.ts";
export type { TrustState, TrustStore } from "./admit/trust/trust-store.ts";
export type { TrustSubject } from "./admit/trust/trust-subject.ts";
export { type Clock, systemClock } from "./clock.ts";
export { type CombinedResult, combinedResult } from "./combined-result.ts";
export type { CodeHookGroup, CodeHooks } from "./config/code-hooks.ts";
export { homeFolder } from "./config/home-folder.ts";
export type { ChangedFile, PendingChange } from "./config/pending-change.ts";
export type { SettingSource, SettingsSources } from "./config/sources.ts";
export { createHooks, type HooksOptions } from "./engine.ts";
export type { ExplainedHook, Explanation, HookState } from "./explain/explain.ts";
export type { FireOptions, Hooks, Progress, ScopeOptions } from "./hooks.ts";
export { nearestName } from "./nearest-name.ts";
export { identityOf as hookIdentity, keptOf as keptDuplicate } from "./plan/merge-duplicates.ts";
export { allowHolds, denyHolds } from "./rules/permissions.ts";
export { type ParsedRule, parseRule, type Rule } from "./rules/rule.ts";
export { type CommandLine, commandsOf } from "./rules/shell/command-line.ts";
export type { Judgement, RuleContext, ToolCall } from "./rules/tool-call.ts";
export type { BackgroundRun } from "./run/background.ts";
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
export { seenBy } from "./seen-by.ts";
export type { HookInput } from "./stages/hook-event.ts";
export type { CapturedText, HookRun, RunEnd } from "./stages/hook-run.ts";
export type { Divergence, Outcome, OutcomeOf, Then, ToolCallOutcome } from "./stages/outcome.ts";
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
export type { ToolCallOptions, ToolCallResult } from "./tool-call.ts";
export type { ToolCallRequest } from "./tool-call-session.ts";
export type {
  PermissionAnswer,
  PermissionOptions,
  PermissionQuestion,
  PermissionReply,
} from "./tool-permission.ts";
export { type JsonLinesOptions, jsonLinesTrace } from "./trace/json-lines.ts";
export { memoryTrace } from "./trace/memory.ts";
export type { TracedRun } from "./trace/trace-record.ts";
export type { TraceRecord, TraceSink, TraceTarget } from "./trace/trace-sink.ts";
export { visibleText } from "./visible-text.ts";
