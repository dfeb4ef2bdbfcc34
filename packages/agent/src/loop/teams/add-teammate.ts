import { randomBytes } from "node:crypto";
import type { AgentDefinition } from "../../subagents/agent-definition.ts";
import { type AgentResponse, type AgentTask, ToolFailure } from "../../tools/tool.ts";
import { createSubagent, type NewSubagent } from "../subagents/create-subagent.ts";
import type { Caller, SubagentHost } from "../subagents/subagent-host.ts";
import { leadName, type Member } from "./member.ts";
import { runTeammate } from "./run-teammate.ts";

/** What a call of Agent with a name does: it returns at once, and the teammate begins when the call has ended. */
export async function addTeammate(
  host: SubagentHost,
  caller: Caller,
  definition: AgentDefinition,
  task: AgentTask & { readonly name: string },
  {
    callId,
    startSubagents,
  }: {
    readonly callId: string | undefined;
    readonly startSubagents: (
      host: SubagentHost,
      caller: Caller,
    ) => ReturnType<NewSubagent["runAgent"]>;
  },
): Promise<AgentResponse> {
  if (caller.depth > 0)
    throw new ToolFailure(
      "Only the lead of the team can add a teammate. Start an agent without a name, or ask team-lead for one.",
    );
  const member = host.team.add(task.name);
  const id = randomBytes(8).toString("hex");
  const denials: NewSubagent["denials"] = [];
  const subagent: NewSubagent = {
    ref: { id, type: task.name, depth: 1, parentToolUseId: callId ?? null },
    definition,
    caller,
    denials,
    inBackground: true,
    teammate: { member, mode: task.mode },
    runAgent: (agent) =>
      startSubagents(host, {
        agent,
        id,
        depth: 1,
        denials,
        types: [...caller.types, definition.name],
      }),
  };
  const created = await createSubagent(host, subagent).catch((error: unknown) => {
    member.ended = "It could not be started.";
    throw error;
  });
  host.afterCall(callId, () =>
    host.background.start(
      { id, type: task.name, description: task.description, teammate: task.name },
      (place) => runTeammate({ host, subagent, created, task, member, place }),
    ),
  );
  return addedResponse({
    id,
    definition,
    task,
    host,
    member,
    mode: created.agent.permissions.mode(),
  });
}

const addedResponse = ({
  id,
  definition,
  task: { prompt, description, mode: wanted },
  host: { team },
  member: { name },
  mode,
}: {
  readonly id: string;
  readonly definition: AgentDefinition;
  readonly task: AgentTask;
  readonly host: SubagentHost;
  readonly member: Member;
  readonly mode: string;
}): AgentResponse => ({
  status: "teammate_spawned",
  agentId: id,
  agentType: definition.name,
  name,
  team_name: team.name,
  mode,
  description,
  prompt,
  content: [
    {
      type: "text",
      text: [
        `The teammate ${name} works beside you. Its messages arrive by themselves, and so does its last answer when it becomes idle; do not wait for it. Write to it with SendMessage; it calls you ${leadName}.`,
        ...(wanted === undefined || wanted === mode
          ? []
          : [`Its permission mode is ${mode}: a call cannot make it less strict.`]),
      ].join(" "),
    },
  ],
});
