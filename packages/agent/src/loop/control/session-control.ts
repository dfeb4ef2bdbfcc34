import type { Profile } from "@snaphook/protocol";
import type { ConversationMessage } from "../../conversation/message.ts";
import type { Spending } from "../../model/cost/create-ledger.ts";
import type { Thinking } from "../../model/model.ts";
import type { SourcedRule } from "../../permissions/permission-lists.ts";
import type { PermissionMode, PermissionUpdate } from "../../permissions/permissions.ts";
import type { RewoundFiles } from "../../sessions/file-checkpoints.ts";
import { type Task, tasksOf } from "../../tools/tasks/task-store.ts";
import type { UnfiredHooks } from "../agent.ts";
import type { ConfigChanges } from "../config-changes.ts";
import type { SessionParts } from "../session-parts.ts";
import { backgroundTasks, type SessionTask, stopTask } from "./background-tasks.ts";
import { type ContextUsage, contextUsage } from "./context-usage.ts";
import { type EffectiveSettings, effectiveSettings } from "./effective-settings.ts";
import { createFlagSettings } from "./flag-settings.ts";
import { projectFiles } from "./project-files.ts";
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
  permissionRules(): readonly SourcedRule[];
  /** Applies changes of permissions; returns a message for each that cannot be applied. */
  updatePermissions(updates: readonly PermissionUpdate[]): Promise<readonly string[]>;
  conversation(): readonly ConversationMessage[];
  /** What the user typed in a conversation that continues, by the text that the model read; empty if it is not known. */
  typedPrompts(): ReadonlyMap<string, string>;
  /** The files of the project, relative to the directory of the agent; without those that .gitignore excludes. */
  projectFiles(): Promise<readonly string[]>;
  /** The list of tasks that the model keeps. */
  taskList(): readonly Task[];
  /** The hooks in force, to look at and to configure. */
  hooks(): UnfiredHooks;
  /** The names of the tools, those of MCP servers included. */
  toolNames(): readonly string[];
  /** Settings that the user changes in a menu of the session apply at once, without a review. */
  readonly changeFromMenu: ConfigChanges["changeFromMenu"];
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
    permissionRules: agent.permissions.rules,
    updatePermissions: (updates) => agent.updatePermissions({ updates, isByUser: () => true }),
    conversation: agent.conversation.messages,
    typedPrompts: () => state.typed ?? new Map(),
    projectFiles: () => projectFiles(agent.context),
    taskList: () => tasksOf(agent.context.memory).list(),
    hooks: agent.hooks,
    toolNames: () => [...agent.tools.keys()],
    changeFromMenu: parts.changes.changeFromMenu,
  };
}
