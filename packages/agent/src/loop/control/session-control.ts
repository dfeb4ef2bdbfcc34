import type { Profile } from "@snaphook/protocol";
import type { ConversationMessage } from "../../conversation/message.ts";
import type { Spending } from "../../model/cost/create-ledger.ts";
import type { Thinking } from "../../model/model.ts";
import type { PermissionMode } from "../../permissions/permissions.ts";
import type { RewoundFiles } from "../../sessions/file-checkpoints.ts";
import { type Task, tasksOf } from "../../tools/tasks/task-store.ts";
import type { SessionParts } from "../session-parts.ts";
import { backgroundTasks, type SessionTask, stopTask } from "./background-tasks.ts";
import { type ContextUsage, contextUsage } from "./context-usage.ts";
import { type EffectiveSettings, effectiveSettings } from "./effective-settings.ts";
import { createFlagSettings } from "./flag-settings.ts";
import { seedReadFile } from "./seed-read-file.ts";
import { createServerControl, type ServerControl } from "./server-control.ts";
import { type SessionDescription, sessionDescription } from "./session-description.ts";
import { readSessionFile, type SessionFile, type SessionFileRequest } from "./session-file.ts";
import { type TaskOutput, taskOutput } from "./task-output.ts";

/** What the program that drives a session can ask and change besides its prompts. */
export interface SessionControl {
  describe(): SessionDescription;
  readonly profile: Profile;
  readonly servers: ServerControl;
  contextUsage(): Promise<ContextUsage>;
  spending(): Spending;
  settings(): EffectiveSettings;
  /** Undefined: as the session began. */
  setThinking(thinking: Thinking | undefined): void;
  /** Rejects with a message that names the settings that cannot change during a session. */
  applySettings(settings: Readonly<Record<string, unknown>>): Promise<void>;
  readFile(request: SessionFileRequest): Promise<SessionFile>;
  /** The model counts as having read the file, unless it was changed since. */
  seedReadFile(path: string, modifiedMs: number): Promise<void>;
  /** Reads commands and skills again. */
  reloadCommands(): Promise<void>;
  /** Puts files back as they were before a message. */
  rewindFiles(messageId: string, options: { readonly dryRun: boolean }): Promise<RewoundFiles>;
  tasks(): readonly SessionTask[];
  taskOutput(id: string): Promise<TaskOutput>;
  /** Rejects if there is no such task. */
  stopTask(id: string): Promise<void>;
  /** Whether bypassPermissions may be chosen during the session. */
  mayBypass(): boolean;
  permissionMode(): PermissionMode;
  conversation(): readonly ConversationMessage[];
  /** The list of tasks that the model keeps. */
  taskList(): readonly Task[];
}

export function createSessionControl(parts: SessionParts): SessionControl {
  const { agent, options, state } = parts;
  const startMode = agent.permissions.mode();
  return {
    describe: () => sessionDescription(parts),
    profile: agent.profile,
    servers: createServerControl(parts),
    contextUsage: () => contextUsage(agent),
    spending: () => agent.model.spending(),
    settings: () => effectiveSettings(agent),
    setThinking(thinking) {
      state.thinking = thinking ?? options.thinking;
    },
    applySettings: createFlagSettings(parts),
    readFile: (request) => readSessionFile(agent, request),
    seedReadFile: (path, modifiedMs) => seedReadFile(agent.context, path, modifiedMs),
    reloadCommands: parts.reloadCommands,
    async rewindFiles(messageId, { dryRun }) {
      if (!state.checkpoints)
        throw new Error(
          "no copies of files are kept in this session; start it with CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING=1 (enableFileCheckpointing)",
        );
      return state.checkpoints.rewind(messageId, dryRun);
    },
    tasks: () => backgroundTasks(parts),
    taskOutput: (id) => taskOutput(agent.context, id),
    stopTask: (id) => stopTask(parts, id),
    mayBypass: () =>
      agent.permissions.bypassDisabledBy() === undefined &&
      (options.allowBypass === true || startMode === "bypassPermissions"),
    permissionMode: agent.permissions.mode,
    conversation: agent.conversation.messages,
    taskList: () => tasksOf(agent.context.memory).list(),
  };
}
