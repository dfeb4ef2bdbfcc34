import { randomUUID } from "node:crypto";
import type { Hooks } from "@snaphook/engine";
import type { Permissions } from "../permissions/permissions.ts";
import type { Transcript } from "../sessions/open-transcript.ts";
import type { ToolContext } from "../tools/tool.ts";
import type { AgentParts } from "./agent-parts.ts";

/** What every agent of the session adds to the input of its events. */
export const commonScope = ({ options: { effort }, state }: AgentParts, context: ToolContext) => ({
  sessionId: state.transcript.sessionId,
  transcriptPath: state.transcript.path,
  cwd: context.cwd,
  fields: () => ({
    prompt_id: state.promptId,
    effort: effort && { level: effort },
    session_title: state.title,
  }),
});

/** E23: calls of an agent hook have an id of their own, and hooks that ask a model are left out. */
export function agentHookHooks(parts: AgentParts, context: ToolContext): () => Hooks {
  const hooks = parts.hooks.scope({
    ...commonScope(parts, context),
    permissionMode: "dontAsk",
    agentId: randomUUID(),
    insideAgentHook: true,
  });
  return () => hooks;
}

/** The hooks, as scoped to the main agent; `/clear` makes new ones, because the session id changes. */
export function agentHooks(
  parts: AgentParts,
  context: ToolContext,
  permissions: Permissions,
): () => Hooks {
  const { hooks, options, state, conversation } = parts;
  const { mainAgent } = options;
  const scope = (transcript: Transcript) => ({
    transcript,
    hooks: hooks.scope({
      ...commonScope(parts, context),
      permissionMode: permissions.mode,
      conversation: conversation.messages,
      ...(mainAgent === undefined ? {} : { agentType: mainAgent }),
    }),
  });
  let current = scope(state.transcript);
  return () => {
    if (current.transcript !== state.transcript) current = scope(state.transcript);
    return current.hooks;
  };
}
