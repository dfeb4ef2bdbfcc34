export { runSession, type SessionOptions, type Tool } from "./loop/run-session.ts";
export type { SessionEvent } from "./loop/session-event.ts";
export type { ConversationEntry, Model, ModelAnswer, ToolCall } from "./model/model.ts";
export { scriptedModel } from "./model/scripted-model.ts";
export { bash, type ToolResult } from "./tools/bash.ts";
