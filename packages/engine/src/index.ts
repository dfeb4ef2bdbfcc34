/**
 * What an embedder needs: open a session of hooks, fire events, run tools, read what came of it.
 * What only this repository's packages use is in `@snaphook/engine/internal`, permission rules in
 * `@snaphook/engine/rules`.
 */
export type {
  AnyHandler,
  EventInput,
  EventName,
  EventOutput,
  HookInput,
  HookOutput,
  PermissionUpdate,
  ProfileName,
} from "@snaphook/protocol";
export { eventNames, isEventName } from "@snaphook/protocol";
export type { HookStatus, Trustable } from "./admit/hook-status.ts";
export type { Toggles } from "./admit/toggles.ts";
export type { CodeHookGroup, CodeHooks, HookCallback } from "./config/code-hooks.ts";
export type { ChangedFile, PendingChange } from "./config/pending-change.ts";
export type { SettingSource, SettingsSources } from "./config/sources.ts";
export { createHooks } from "./engine.ts";
export type { ExplainedHook, Explanation, HookState } from "./explain/explain.ts";
export { type CombinedResult, combinedResult } from "./fold/combined-result.ts";
export type {
  FireInput,
  FireOptions,
  Hooks,
  HooksConfig,
  HooksOptions,
  HooksTrust,
  Progress,
  ScopeOptions,
} from "./hooks.ts";
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
export type { Spawn } from "./run/process/run-process.ts";
export type { JsonObject } from "./stages/hook-event.ts";
export type { HookRun, RunEnd } from "./stages/hook-run.ts";
export type { Divergence, Outcome, OutcomeFields, OutcomeOf, Turn } from "./stages/outcome.ts";
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
export type { Audience, Failure, FailureKind, Message, MessageKind } from "./stages/verdict.ts";
export { hookText } from "./text/hook-text.ts";
export { seenBy } from "./text/seen-by.ts";
export type { ToolCallOptions } from "./tool/call-tool.ts";
export type { DecideOptions } from "./tool/decide-tool-call.ts";
export { type ModelResult, resultForModel } from "./tool/result-for-model.ts";
export type { RunOptions } from "./tool/run-tool-call.ts";
export type {
  PermissionAnswer,
  PermissionOptions,
  PermissionQuestion,
  PermissionReply,
  ToolCallDecision,
  ToolCallRequest,
  ToolCallResult,
} from "./tool/tool-call.ts";
export { type JsonLinesOptions, jsonLinesTrace } from "./trace/json-lines.ts";
export { memoryTrace } from "./trace/memory.ts";
export type { TraceRecord, TraceSink, TraceTarget } from "./trace/trace-sink.ts";
export type { TrustStore } from "./trust/trust-store.ts";
