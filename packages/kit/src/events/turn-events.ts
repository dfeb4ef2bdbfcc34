import type { EventName } from "../inputs.ts";
import { mergeReplies } from "../merge-replies.ts";
import type { OwnOutputs } from "../outputs.ts";
import { blocked, blockedByExit, common, context, sayOwn } from "../replies.ts";
import type { EventTable } from "./event-row.ts";

type TurnEventName = Extract<
  EventName,
  | `UserPrompt${string}`
  | `Subagent${string}`
  | `Stop${string}`
  | `Task${string}`
  | `Elicitation${string}`
  | "Notification"
  | "TeammateIdle"
  | "MessageDisplay"
>;

const task = { task_id: "1", task_subject: "Write the tests" };

const prompt = <Name extends "UserPromptSubmit" | "UserPromptExpansion">(event: Name) => ({
  ...common(event),
  ...context(event),
  block: (reason: string, more: { readonly suppressOriginalPrompt?: boolean } = {}) =>
    mergeReplies(event, [
      blocked(event, reason),
      ...(more.suppressOriginalPrompt ? [sayOwn(event, more as OwnOutputs[Name])] : []),
    ]),
});

const turnEnd = <Name extends "Stop" | "SubagentStop">(event: Name) => ({
  ...common(event),
  ...context(event),
  goOn: (reason: string) => blocked(event, reason),
  finish: () => ({ event }),
});

const elicitation = <Name extends "Elicitation" | "ElicitationResult">(event: Name) => {
  const answer = (fields: OwnOutputs["Elicitation"]) => sayOwn(event, fields as OwnOutputs[Name]);
  return {
    ...common(event),
    accept: (content?: Readonly<Record<string, unknown>>) => answer({ action: "accept", content }),
    decline: () => answer({ action: "decline" }),
    cancel: () => answer({ action: "cancel" }),
  };
};

const taskGate = <Name extends "TaskCreated" | "TaskCompleted">(event: Name) => ({
  ...common(event),
  block: (reason: string) => blockedByExit(event, reason),
});

/** Events of a turn: prompts, subagents, its end, tasks, questions. */
export const turnEvents: EventTable<TurnEventName> = {
  UserPromptSubmit: {
    refusable: true,
    sample: { prompt: "Tidy up the project" },
    replies: () => prompt("UserPromptSubmit"),
  },
  UserPromptExpansion: {
    refusable: true,
    sample: {
      expansion_type: "slash_command",
      command_name: "review",
      command_args: "the last commit",
      command_source: "projectSettings",
      prompt: "/review the last commit",
    },
    replies: () => prompt("UserPromptExpansion"),
  },
  Notification: {
    sample: { message: "Waiting for your answer", notification_type: "permission_prompt" },
    replies: () => ({ ...common("Notification"), ...context("Notification") }),
  },
  SubagentStart: {
    sample: { agent_id: "agent_01", agent_type: "Explore" },
    replies: () => ({ ...common("SubagentStart"), ...context("SubagentStart") }),
  },
  SubagentStop: {
    sample: {
      stop_hook_active: false,
      agent_id: "agent_01",
      agent_type: "Explore",
      last_assistant_message: "Done.",
    },
    replies: () => turnEnd("SubagentStop"),
  },
  Stop: {
    sample: { stop_hook_active: false, last_assistant_message: "Done." },
    replies: () => turnEnd("Stop"),
  },
  StopFailure: { sample: { error: "unknown" }, replies: () => common("StopFailure") },
  TeammateIdle: {
    sample: { teammate_name: "reviewer", team_name: "release" },
    replies: () => ({
      ...common("TeammateIdle"),
      goOn: (reason) => blockedByExit("TeammateIdle", reason),
      finish: () => ({ event: "TeammateIdle" }),
    }),
  },
  TaskCreated: { refusable: true, sample: task, replies: () => taskGate("TaskCreated") },
  TaskCompleted: { refusable: true, sample: task, replies: () => taskGate("TaskCompleted") },
  Elicitation: {
    refusable: true,
    sample: { mcp_server_name: "calendar", message: "Which day?" },
    replies: () => elicitation("Elicitation"),
  },
  ElicitationResult: {
    refusable: true,
    sample: { mcp_server_name: "calendar", action: "accept", content: { day: "Monday" } },
    replies: () => elicitation("ElicitationResult"),
  },
  MessageDisplay: {
    sample: { turn_id: "turn_1", message_id: "message_1", index: 0, final: true, delta: "Done." },
    replies: () => ({
      ...common("MessageDisplay"),
      display: (text) => sayOwn("MessageDisplay", { displayContent: String(text) }),
    }),
  },
};
