import {
  type OutgoingMessage,
  type SentMessage,
  type TeamRequest,
  ToolFailure,
} from "../../tools/tool.ts";
import { mailbox } from "./mailbox.ts";
import { leadName, type Member } from "./member.ts";
import { messageText, type ShutdownRequest } from "./message-text.ts";
import { recipientsOf } from "./recipients.ts";

/** The team of a session: the main agent leads it. */
export interface Team {
  /** As hooks get it: `session-` and the beginning of the session's id. */
  readonly name: string;
  /** Adds a teammate; throws a `ToolFailure` if the name cannot be used. */
  add(name: string): Member;
  /** `from`: a teammate; missing for the lead. Throws a `ToolFailure` if no one reads the message. */
  send(message: OutgoingMessage, from?: Member): SentMessage;
}

export interface TeamOptions {
  readonly name: string;
  /** Hands a text to the lead. */
  readonly tellLead: (text: string) => void;
}

export function createTeam({ name, tellLead }: TeamOptions): Team {
  const members = new Map<string, Member>();
  let requests = 0;

  function send(
    { to, message }: OutgoingMessage,
    from: Member | undefined,
    request?: ShutdownRequest,
  ): SentMessage {
    const { members: readers, lead } = recipientsOf(to, members, from);
    const sender = from?.name ?? leadName;
    const text = messageText(sender, message, request);
    for (const one of readers) {
      if (request) one.shutdown = { ...request, agreed: false };
      one.mail.put({ from: sender, text });
    }
    if (lead) tellLead(text);
    return { recipients: [...readers.map((one) => one.name), ...(lead ? [leadName] : [])] };
  }

  function answerShutdown(answer: Of<"shutdown_response">, from: Member | undefined): SentMessage {
    const { request_id, approve } = answer;
    if (from?.shutdown?.id !== request_id)
      throw new ToolFailure(
        `There is no request ${request_id} to shut down that you could answer.`,
      );
    from.shutdown.agreed = approve;
    return { ...send({ to: leadName, message: answer }, from), request_id };
  }

  return {
    name,
    add(wanted) {
      refuseName(wanted, members);
      const member: Member = { name: wanted, mail: mailbox() };
      members.set(wanted, member);
      return member;
    },
    send({ to, message }, from) {
      if (typeof message === "string") return send({ to, message }, from);
      if (message.type === "shutdown_response") return answerShutdown(message, from);
      if (from) throw new ToolFailure("Only the lead can ask a teammate to shut down.");
      const request = { id: `shutdown-${++requests}`, reason: message.reason };
      return { ...send({ to, message }, from, request), request_id: request.id };
    },
  };
}

type Of<Type extends TeamRequest["type"]> = Extract<TeamRequest, { readonly type: Type }>;

/** Names are used in messages and events, so they are words. */
function refuseName(name: string, members: ReadonlyMap<string, Member>): void {
  if (!/^[A-Za-z0-9][\w-]{0,63}$/.test(name))
    throw new ToolFailure(
      `The name of a teammate is a word of at most 64 letters, digits, - and _; found ${JSON.stringify(name.slice(0, 80))}`,
    );
  if (name === leadName) throw new ToolFailure(`${leadName} is you; give it another name.`);
  const member = members.get(name);
  if (member && member.ended === undefined)
    throw new ToolFailure(
      `There is a teammate ${name} already. Write to it with SendMessage, or choose another name.`,
    );
}
