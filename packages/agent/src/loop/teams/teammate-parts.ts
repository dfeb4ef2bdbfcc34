import type { TextBlock } from "../../conversation/message.ts";
import { textBlock } from "../../effects/hook-text.ts";
import type { AgentDefinition } from "../../subagents/agent-definition.ts";
import type { ToolContext } from "../../tools/tool.ts";
import type { TeammateFields } from "../decide-task.ts";
import { leadName, type Member } from "./member.ts";
import type { Team } from "./team.ts";

/** What a teammate has besides what every subagent has. */
export interface TeammateParts {
  readonly context: Pick<ToolContext, "sendMessage" | "teammate">;
  readonly taskFields: TeammateFields;
  /** Fields that all its events have; hooks of the agent that it was made from apply too. */
  fields(): TeammateFields & { readonly teammate_type: string };
  readonly prompt: string;
  /** Messages that arrived while it works. */
  takeMail(): readonly TextBlock[];
}

export function teammateParts(
  team: Team,
  member: Member,
  definition: AgentDefinition,
): TeammateParts {
  const taskFields = { teammate_name: member.name, team_name: team.name };
  return {
    context: {
      teammate: member.name,
      sendMessage: (message) => team.send(message, member),
    },
    taskFields,
    fields: () => ({ ...taskFields, teammate_type: definition.name }),
    prompt: `You are the teammate ${member.name} in the team of ${leadName}, who gave you the task. Others may work beside you. They read only what you send them with SendMessage; ${leadName} also gets your last answer. When your part is done, or when you need something from another member before you can continue, say so and end your turn: a message wakes you up. The list of tasks is shared: mark a task in_progress before you begin it, and completed when it is done.`,
    takeMail: () => member.mail.take().map(({ text }) => textBlock(text)),
  };
}
