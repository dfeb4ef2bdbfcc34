export { brand } from "./brand.ts";
export { unknownKeysMessage } from "./describe-issue.ts";
export { describeValue } from "./describe-value.ts";
export {
  type EventDefinition,
  type OutcomeKind,
  permissionModes,
} from "./events/event-definition.ts";
export { type CommonOutput, type Decision, decisions, type Opinion } from "./events/opinion.ts";
export {
  type EventName,
  eventNames,
  events,
  isEventName,
  type OutcomeKindOf,
} from "./events/table.ts";
export {
  type FixtureHead,
  fixtureHead,
  type GuardTable,
  guardTable,
  type HookExpectation,
  type HookTest,
  hookTest,
} from "./fixtures/hook-test.ts";
export type {
  CommonInput,
  EventInput,
  EventInputs,
  HookInput,
  Known,
  PermissionUpdate,
  ToolName,
} from "./generated/event-inputs.ts";
export type { EventOutput, EventOutputs, HookOutput } from "./generated/event-outputs.ts";
export type { AgentHandler, CodeAgentHandler } from "./handlers/agent.ts";
export type { CallbackHandler } from "./handlers/callback.ts";
export type { CommandHandler } from "./handlers/command.ts";
export {
  asksModel,
  backgroundOf,
  canRunOn,
  definitionOf,
  emptyTextOf,
  identityOf,
  inForeground,
  isAlike,
  labelOf,
  onFailureCounts,
  ownLimitMs,
  programOf,
  typeLimitMs,
  wantsPrewarm,
} from "./handlers/describe.ts";
export type { FunctionHandler } from "./handlers/function.ts";
export type { AnswerAs, HandlerDefinition, RunBy } from "./handlers/handler-definition.ts";
export type { HttpHandler } from "./handlers/http.ts";
export type { McpToolHandler } from "./handlers/mcp-tool.ts";
export type { PromptHandler } from "./handlers/prompt.ts";
export type {
  ReadHandler,
  SettingsHandlerDefinition,
  TextRule,
} from "./handlers/settings-handler.ts";
export {
  type AnyHandler,
  type CodeHandler,
  type Handler,
  type HandlerType,
  handlers,
  isCodeType,
  isHandlerType,
} from "./handlers/table.ts";
export type {
  AnswerForm,
  AnswerForms,
  Program,
  WaysToRun,
  WayToRun,
} from "./handlers/ways-to-run.ts";
export { knownTools } from "./known-tools.ts";
export { mentionIntro } from "./mention-intro.ts";
export { once } from "./once.ts";
export { isBlockable, isRefusable } from "./profiles/blockable.ts";
export { answerSchema, decisionBlocks, opinionIn, readsDecision } from "./profiles/decision.ts";
export { hasTeams, teamsVariable } from "./profiles/has-teams.ts";
export { hookView, inputForHooks, toolSeenAs } from "./profiles/hook-view.ts";
export type { Profile } from "./profiles/profile.ts";
export { questionInWords } from "./profiles/question-words.ts";
export { isProfileName, type ProfileName, profileNamed, profiles } from "./profiles/table.ts";
export { type ChaosReport, chaosReport } from "./reports/chaos-report.ts";
export { type DoctorReport, doctorReport } from "./reports/doctor-report.ts";
export { type ReplayReport, replayReport } from "./reports/replay-report.ts";
export {
  type ExplanationReport,
  explanationReport,
  type HooksReport,
  hooksReport,
  type LintReport,
  lintReport,
} from "./reports/reports.ts";
export { type TestReport, testReport } from "./reports/test-report.ts";
export { type TraceRecord, traceReport } from "./reports/trace-record.ts";
export { sampleInput } from "./sample-input.ts";
export type { Infer, Parsed, Problem, Schema } from "./schema.ts";
export { jsonSchemas } from "./schemas.ts";
export { shellWord } from "./shell-word.ts";
export { toolNames } from "./tools/names.ts";
export { type ToolDefinition, tools } from "./tools/table.ts";
export {
  inLine,
  markedLines,
  printedJson,
  printedLines,
  visibleText,
} from "./visible-text.ts";
