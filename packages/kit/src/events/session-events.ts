import type { EventName } from "../inputs.ts";
import { blocked, blockedByExit, common, context, sayOwn } from "../replies.ts";
import type { EventTable } from "./event-row.ts";
import type { toolEvents } from "./tool-events.ts";
import type { turnEvents } from "./turn-events.ts";

type SessionEventName = Exclude<EventName, keyof typeof toolEvents | keyof typeof turnEvents>;

/** Events of a session and the project around it. */
export const sessionEvents: EventTable<SessionEventName> = {
  SessionStart: {
    sample: { source: "startup" },
    replies: (effects) => ({
      ...common("SessionStart"),
      ...context("SessionStart"),
      ...effects,
      initialUserMessage: (text) => sayOwn("SessionStart", { initialUserMessage: String(text) }),
    }),
  },
  Setup: {
    sample: { trigger: "init" },
    replies: (effects) => ({ ...common("Setup"), ...context("Setup"), ...effects }),
  },
  SessionEnd: { sample: { reason: "other" }, replies: () => common("SessionEnd") },
  ConfigChange: {
    refusable: true,
    sample: { source: "project_settings", file_path: "/project/.claude/settings.json" },
    replies: () => ({
      ...common("ConfigChange"),
      block: (reason) => blocked("ConfigChange", reason),
    }),
  },
  PreCompact: {
    sample: { trigger: "manual", custom_instructions: "" },
    replies: () => ({
      ...common("PreCompact"),
      block: (reason) => blocked("PreCompact", reason),
    }),
  },
  PostCompact: {
    sample: { trigger: "manual", compact_summary: "What happened so far" },
    replies: () => common("PostCompact"),
  },
  InstructionsLoaded: {
    sample: {
      file_path: "/project/CLAUDE.md",
      memory_type: "Project",
      load_reason: "session_start",
    },
    replies: () => common("InstructionsLoaded"),
  },
  CwdChanged: {
    sample: { old_cwd: "/project", new_cwd: "/project/src" },
    replies: (effects) => ({
      ...common("CwdChanged"),
      ...effects,
      watch: (watchPaths) => sayOwn("CwdChanged", { watchPaths }),
    }),
  },
  FileChanged: {
    sample: { file_path: "/project/.env", event: "change" },
    replies: () => ({
      ...common("FileChanged"),
      watch: (watchPaths) => sayOwn("FileChanged", { watchPaths }),
    }),
  },
  DirectoryAdded: {
    sample: { directory: "/library", source: "command" },
    replies: () => common("DirectoryAdded"),
  },
  WorktreeCreate: {
    refusable: true,
    sample: { name: "feature" },
    replies: () => ({
      ...common("WorktreeCreate"),
      block: (reason) => blockedByExit("WorktreeCreate", reason),
      created: (worktreePath) => sayOwn("WorktreeCreate", { worktreePath: String(worktreePath) }),
    }),
  },
  WorktreeRemove: {
    refusable: true,
    sample: { worktree_path: "/worktrees/feature" },
    replies: () => ({
      ...common("WorktreeRemove"),
      block: (reason) => blockedByExit("WorktreeRemove", reason),
    }),
  },
  PostModelSwitch: {
    sample: { from_model: "small", to_model: "large", requested_model: "large", source: "command" },
    replies: () => common("PostModelSwitch"),
  },
};
