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
