import { textBlock } from "../../effects/hook-text.ts";
import { errorText } from "../../error-text.ts";
import type { AgentTask } from "../../tools/tool.ts";
import { addUserMessage } from "../add-user-message.ts";
import { runTurn } from "../run-turn.ts";
import { lastText } from "../subagents/agent-response.ts";
import type { AgentPlace } from "../subagents/background-agents.ts";
import type { CreatedSubagent, NewSubagent } from "../subagents/create-subagent.ts";
import type { SubagentHost } from "../subagents/subagent-host.ts";
import { liveSubagent, startSubagent, subagentTally } from "../subagents/subagent-life.ts";
import type { TurnEnd } from "../turn-result.ts";
import { warning } from "../warning.ts";
import { beforeIdle } from "./before-idle.ts";
import type { Member } from "./member.ts";

/** What a teammate is made of. */
export interface TeammateParts {
  readonly host: SubagentHost;
  readonly subagent: NewSubagent;
  readonly created: CreatedSubagent;
  readonly task: AgentTask;
  readonly member: Member;
  readonly place: AgentPlace;
}

/**
 * E11: runs a teammate until it shuts down, fails or is ended: it works, becomes idle, and works again when a message
 * arrives. It never waits for another agent while it works, so that two teammates cannot wait for each other for ever:
 * both become idle, and the lead reads that.
 */
export async function runTeammate(parts: TeammateParts): Promise<void> {
  const { host, subagent, created, member, place } = parts;
  const { signal } = place;
  member.mail.onPut(() => place.setIdle(false));
  const why = await liveSubagent(host, subagent, created, signal, () => work(parts)).catch(
    (error: unknown) => (signal.aborted ? "It was ended." : errorText(error)),
  );
  member.ended = why;
  const lost = member.mail.take();
  for (const { from } of lost)
    host.emit(
      warning(
        `a message from ${from} to ${member.name} was not read, because ${member.name} ended`,
      ),
    );
  const unread = lost.map(({ text }) => `It did not read this message:\n\n${text}`);
  tellLead(parts, [`The teammate ${member.name} has ended. ${why}`, ...unread].join("\n\n"));
}

/** Resolves with why it ended. */
async function work(parts: TeammateParts): Promise<string> {
  const { host, subagent, created, task, member, place } = parts;
  const { agent } = created;
  const { signal } = place;
  if (!(await startSubagent(host, subagent, agent, task, signal)))
    return "A SubagentStart hook stopped it before it began.";
  /** How often hooks have sent it back since it read a message (G4). */
  let blocks = 0;
  for (;;) {
    const tally = subagentTally(host, subagent, task);
    const options = { signal, overridesBlock: overrides(blocks, member.name, agent.stopCap) };
    const note = endNote(await runTurn(agent, tally, signal, blocks > 0));
    if (note !== undefined) return note;
    const step = member.mail.isEmpty() ? await beforeIdle(agent, member, host.team, options) : read;
    switch (step.do) {
      case "stop":
        return `A hook stopped it: ${step.reason}`;
      case "continue":
        blocks += 1;
        if (blocks <= agent.stopCap) {
          addUserMessage(agent, step.blocks);
          continue;
        }
        agent.emit(warning(capText(member.name, agent.stopCap)));
        break;
      case "finish":
        break;
    }
    if (member.shutdown?.agreed && member.mail.isEmpty()) return "It has shut down.";
    await nextMail(parts);
    blocks = 0;
    addUserMessage(
      agent,
      member.mail.take().map(({ text }) => textBlock(text)),
    );
  }
}

/** It is idle until there is a message. */
async function nextMail(parts: TeammateParts): Promise<void> {
  const { member, place } = parts;
  if (!member.mail.isEmpty()) return;
  tellLead(parts, idleText(parts));
  place.setIdle(true);
  await member.mail.arrival(place.signal);
}

/** It has messages to read, so it does not become idle. */
const read = { do: "finish" } as const;

/** Why a turn was the last one; undefined if the teammate can go on. */
function endNote({ terminal, text, errors }: TurnEnd): string | undefined {
  if (errors.length > 0) return errors.join("; ");
  if (terminal === "completed" || terminal === "stop_hook_prevented") return undefined;
  return `A hook stopped it${text === "" ? "." : `: ${text}`}`;
}

function idleText({ created, member, task }: TeammateParts): string {
  const answer = lastText(created.agent.conversation);
  const said = answer === "" ? "It gave no answer." : `It answers:\n\n${answer}`;
  return `The teammate ${member.name} (${task.description}) is idle and waits for messages. ${said}`;
}

function tellLead({ place, subagent }: TeammateParts, text: string): void {
  place.report({
    text: `This message is not from the user. ${text}`,
    denials: subagent.denials.splice(0),
    ofTeam: true,
  });
}

const overrides = (blocks: number, name: string, cap: number): string | undefined =>
  blocks >= cap ? capText(name, cap) : undefined;

const capText = (name: string, cap: number): string =>
  `TeammateIdle and TaskCompleted hooks kept the teammate ${name} working ${cap} times in a row, which is the limit; it becomes idle now, although the last hook sent it back again`;
