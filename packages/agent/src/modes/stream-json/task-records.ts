import type { AgentEvent } from "../../loop/agent-event.ts";
import type { StreamRecord } from "../result-record.ts";

type Of<Type extends AgentEvent["type"]> = Extract<AgentEvent, { readonly type: Type }>;

const taskTypes = { command: "local_bash", agent: "local_agent" } as const;

export const taskStartedRecord = (task: Of<"task-started">): StreamRecord => ({
  type: "system",
  subtype: "task_started",
  task_id: task.id,
  ...(task.callId === undefined ? {} : { tool_use_id: task.callId }),
  description: task.description,
  is_backgrounded: true,
  task_type: taskTypes[task.kind],
  ...(task.agentType === undefined ? {} : { subagent_type: task.agentType }),
  ...(task.prompt === undefined ? {} : { prompt: task.prompt }),
});

export const taskEndedRecord = ({ task, how }: Of<"task-ended">): StreamRecord => ({
  type: "system",
  subtype: "task_notification",
  task_id: task.id,
  ...(task.callId === undefined ? {} : { tool_use_id: task.callId }),
  status: how.status,
  output_file: task.outputFile,
  summary: how.summary,
});
