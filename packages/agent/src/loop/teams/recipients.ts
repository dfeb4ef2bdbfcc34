import { nearestName } from "@snaphook/engine/internal";
import { ToolFailure } from "../../tools/tool.ts";
import { leadName, type Member } from "./member.ts";

/** Who reads a message: teammates, and the lead if it is in the list. */
export interface Recipients {
  readonly members: readonly Member[];
  readonly lead: boolean;
}

/** Who reads a message to a name, or to all (`*`); throws a `ToolFailure` if no one does. */
export function recipientsOf(
  to: string,
  all: ReadonlyMap<string, Member>,
  from: Member | undefined,
): Recipients {
  const others = [...all.values()].filter((one) => one.ended === undefined && one !== from);
  if (to === "*") return everyone(others, from);
  if (to === leadName && from) return { members: [], lead: true };
  const found = all.get(to);
  const problem = problemOf(to, found, others, from);
  if (found === undefined || problem !== undefined) throw new ToolFailure(problem);
  return { members: [found], lead: false };
}

function everyone(others: readonly Member[], from: Member | undefined): Recipients {
  if (others.length === 0 && !from)
    throw new ToolFailure("There are no teammates to write to. Add one with Agent and a name.");
  return { members: others, lead: from !== undefined };
}

function problemOf(
  to: string,
  found: Member | undefined,
  others: readonly Member[],
  from: Member | undefined,
): string | undefined {
  if (to === leadName) return "You are the team lead; a message to yourself has no reader.";
  if (found === undefined) return unknownMember(to, others, from);
  if (found === from) return "A message to yourself has no reader.";
  if (found.ended === undefined) return undefined;
  return `The message was not sent: the teammate ${to} reads no more messages. ${found.ended}`;
}

function unknownMember(to: string, others: readonly Member[], from: Member | undefined): string {
  const names = [...others.map(({ name }) => name), ...(from ? [leadName] : [])];
  const near = nearestName(to, names);
  const hint = near === undefined ? "" : ` Did you mean ${near}?`;
  const all =
    names.length === 0 ? "There are no teammates." : `The others are: ${names.join(", ")}.`;
  return `The message was not sent: no member of the team is called ${to}.${hint} ${all}`;
}
