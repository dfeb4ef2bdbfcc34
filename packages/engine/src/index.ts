export { type Clock, systemClock } from "./clock.ts";
export { createHooks, type Hooks, type HooksOptions } from "./engine.ts";
export type { ExplainedHook, Explanation } from "./explain/explain.ts";
export type { ProcessRequest, ProcessResult, Spawn } from "./run/process/run-process.ts";
export { runProcess } from "./run/process/run-process.ts";
export type { HookInput } from "./stages/hook-event.ts";
export type { CapturedText, RunEnd } from "./stages/hook-run.ts";
export type { Outcome, OutcomeOf, Then, ToolCallOutcome } from "./stages/outcome.ts";
export type {
  ConfiguredHook,
  Diagnostic,
  HookRef,
  LoadedFile,
  Scope,
  SourcePlace,
} from "./stages/snapshot.ts";
export type { Audience, Message } from "./stages/verdict.ts";
export { jsonLinesTrace } from "./trace/json-lines.ts";
export type { TraceRecord, TraceSink } from "./trace/trace.ts";
