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
export type { CodeHooks, HookCallback } from "./config/code-hooks.ts";
export type { PendingChange } from "./config/pending-change.ts";
export { createHooks } from "./engine.ts";
export type { Explanation } from "./explain/explain.ts";
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
export type { Inactive, InactiveKind, InactiveReport } from "./inactive/inactive.ts";
export type { BackgroundRun } from "./run/background.ts";
export type { HookAgent, HookModel, McpCaller } from "./run/model/interfaces.ts";
export type { RunnerStatus } from "./run/runner/shared-runner.ts";
export type { JsonObject } from "./stages/hook-event.ts";
export type { Divergence, Outcome, OutcomeOf, Turn } from "./stages/outcome.ts";
export type {
  ConfiguredHook,
  Diagnostic,
  HookRef,
  ScopeSettings,
  Snapshot,
} from "./stages/snapshot.ts";
export type { Message } from "./stages/verdict.ts";
export { hookText } from "./text/hook-text.ts";
export { seenBy } from "./text/seen-by.ts";
export type { ToolCallOptions } from "./tool/call-tool.ts";
export type { DecideOptions } from "./tool/decide-tool-call.ts";
export { type HookAnswer, QuestionClosed } from "./tool/question-closed.ts";
export { type ModelResult, resultForModel } from "./tool/result-for-model.ts";
export type { RunOptions } from "./tool/run-tool-call.ts";
export type {
  AskedBy,
  PermissionAnswer,
  PermissionOptions,
  PermissionQuestion,
  PermissionReply,
  ToolCallDecision,
  ToolCallRequest,
  ToolCallResult,
} from "./tool/tool-call.ts";
export { jsonLinesTrace } from "./trace/json-lines.ts";
export { memoryTrace } from "./trace/memory.ts";
export type { TraceRecord, TraceSink } from "./trace/trace-sink.ts";
export type { TrustStore } from "./trust/trust-store.ts";
