export { CommandLineError } from "./command-line-error.ts";
export type { ConversationMessage } from "./conversation/message.ts";
export type { AgentEvent, Emit, TurnResult } from "./loop/agent-event.ts";
export type {
  AgentOptions,
  ModelSettings,
  PermissionQuestion,
  PermissionReply,
  SessionChoice,
} from "./loop/agent-options.ts";
export type { AgentSession } from "./loop/agent-session.ts";
export { hooksToReview } from "./loop/hooks-to-review.ts";
export type { PromptQueue, QueueStep, WaitingPrompt } from "./loop/interactive/prompt-queue.ts";
export { type HookTrial, type ModelsForHooks, modelsForHooks } from "./loop/models-for-hooks.ts";
export { openAgentSession } from "./loop/open-agent-session.ts";
export type { Prompt } from "./loop/prompt.ts";
export { createModel } from "./model/create-model.ts";
export { createModelWithFallback } from "./model/fallback-model.ts";
export type { Model, ModelAnswer, ModelRequest } from "./model/model.ts";
export { ModelUsageError } from "./model/model-usage-error.ts";
export { scriptedModel } from "./model/scripted-model.ts";
export { earlierSessions } from "./modes/earlier-sessions.ts";
export { exitCodes } from "./modes/exit-codes.ts";
export { hookLines, plainLines } from "./modes/print/plain-lines.ts";
export { failureRecord } from "./modes/result-record.ts";
export type { OpenSession } from "./modes/run-headless.ts";
export {
  type ModeInput,
  type ModeOptions,
  type RunModeOptions,
  runMode,
} from "./modes/run-mode.ts";
export {
  type RecordOptions,
  type SessionRecords,
  sessionRecords,
} from "./modes/session-records.ts";
export { type StopRequest, stopSignals } from "./modes/stop-signals.ts";
export { createTimeline } from "./modes/timeline/timeline.ts";
export type { PermissionOffer } from "./permissions/permissions.ts";
export { type PermissionMode, permissionModes } from "./permissions/permissions.ts";
export type { EarlierSession } from "./sessions/list-earlier-sessions.ts";
export { projectSessions } from "./sessions/session-paths.ts";
export { lintAgents } from "./subagents/lint-agents.ts";
export { parseAgentsFlag } from "./subagents/parse-agents.ts";
export { answerSchemaProblem } from "./tools/structured-output.ts";
