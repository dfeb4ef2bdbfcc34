import type { EventFields } from "./step.ts";

/** The answer to a question of an MCP server. */
interface ElicitationAnswer {
  readonly action: (typeof actions)[number];
  readonly content?: Readonly<Record<string, unknown>>;
}

const actions = ["accept", "decline", "cancel"] as const;

/** What a hook answered for the user; only an accepted question has content. */
export function elicitationAnswer(fields: EventFields): ElicitationAnswer | undefined {
  const { content } = fields;
  const known = actions.find((one) => one === fields["action"]);
  if (known === undefined) return undefined;
  const isContent = known === "accept" && typeof content === "object" && content !== null;
  return {
    action: known,
    ...(isContent ? { content: content as Readonly<Record<string, unknown>> } : {}),
  };
}

/** The same, unless something is wrong with the content that the hook accepts. */
export function checkedElicitationAnswer(
  fields: EventFields,
  problemOf: (content: ElicitationAnswer["content"]) => string | undefined,
): { readonly answer?: ElicitationAnswer; readonly problem?: string } {
  const answer = elicitationAnswer(fields);
  if (answer === undefined) return {};
  const problem = answer.action === "accept" ? problemOf(answer.content) : undefined;
  return problem === undefined ? { answer } : { problem };
}
