import { randomUUID } from "node:crypto";
import type { Hooks } from "@snaphook/engine";
import { type AdapterOptions, tellUserWith } from "./adapter-options.ts";
import { Conversation } from "./conversation.ts";

const conversations = new WeakMap<Hooks, Conversation>();

/** The conversation that these hooks belong to: one for each `createHooks` and each `scope`. */
export function conversationOf(hooks: Hooks): Conversation {
  const known = conversations.get(hooks);
  if (known !== undefined) return known;
  const conversation = new Conversation(hooks);
  conversations.set(hooks, conversation);
  return conversation;
}

/**
 * The same hooks for a subagent: its id and type are in the input of every event, SubagentStart and SubagentStop are
 * fired instead of SessionStart and Stop. Use the result with `withHooks`, for one run of the subagent.
 *
 * @example
 * const explorer = subagent(hooks, { type: "Explore" });
 */
export function subagent(
  hooks: Hooks,
  { type, id = randomUUID() }: { readonly type: string; readonly id?: string },
): Hooks {
  const scope = hooks.scope({ agentId: id, agentType: type });
  conversations.set(scope, new Conversation(scope, { isSubagent: true }));
  return scope;
}

/**
 * Ends the session: fires SessionEnd if the session has begun, and closes the hooks with every process they started.
 *
 * @example
 * await endSession(hooks);
 */
export async function endSession(
  hooks: Hooks,
  { reason = "other", ...options }: AdapterOptions & { readonly reason?: string } = {},
): Promise<void> {
  const conversation = conversationOf(hooks);
  try {
    if (conversation.isOpen)
      conversation.tell((await hooks.fire("SessionEnd", { reason })).messages, options);
  } finally {
    for (const { run, event } of await hooks.close())
      tellUserWith(options)(
        `${run.planned.hook.label} (${event.name}) was still running and was ended`,
      );
  }
}
