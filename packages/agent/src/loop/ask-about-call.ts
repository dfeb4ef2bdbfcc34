import type { ToolCallOptions } from "@snaphook/engine";
import type { Tool, ToolInput } from "../tools/tool.ts";
import type { Agent } from "./agent.ts";
import type { PermissionReply } from "./agent-options.ts";

/** How the user is asked about one call, and what they answered. */
export interface CallQuestion {
  readonly options: Pick<ToolCallOptions<unknown>, "ask" | "asksAtOnce">;
  wasAsked(): boolean;
  /** Whether a change of permissions is from the user's answer. */
  isByUser(update: unknown): boolean;
  /** What the user wrote beside a yes. */
  note(): string | undefined;
}

/**
 * The question about a call, as the user sees it: with the tool's own name and input. At a terminal it is asked while
 * PermissionRequest hooks run (E4).
 */
export function askAboutCall(
  { options: { ask, headless }, permissions, context, agentRef }: Agent,
  tool: Tool,
  { input, inputOf }: { readonly input: ToolInput; inputOf(seen: ToolInput): ToolInput },
  signal: AbortSignal,
): CallQuestion {
  let wasAsked = false;
  let reply: PermissionReply | undefined;
  const canAsk = ask !== undefined && permissions.mode() !== "dontAsk";
  return {
    options: canAsk
      ? {
          asksAtOnce: headless === false,
          async ask({ call, suggestions, rewritten, ...question }) {
            wasAsked = true;
            const asked = inputOf(call.input);
            reply = await ask({
              ...question,
              signal: question.signal ?? signal,
              call: { ...call, name: tool.name, input: asked },
              suggestions,
              offers: suggestions.length > 0 ? permissions.offers(tool, asked, context.cwd()) : [],
              ...(rewritten && { rewritten: { original: input, by: rewritten.by } }),
              ...(agentRef && { agent: { id: agentRef.id, type: agentRef.type } }),
            });
            return forAgent(reply, agentRef !== undefined && headless === false);
          },
        }
      : {},
    wasAsked: () => wasAsked,
    isByUser: (update) =>
      reply?.behavior === "allow" && (reply.updatedPermissions?.includes(update) ?? false),
    note: () => (reply?.behavior === "allow" ? reply.note : undefined),
  };
}

/** At a terminal a no ends the turn; a subagent only reads it, and continues. */
const forAgent = (reply: PermissionReply, isSubagent: boolean): PermissionReply =>
  isSubagent && reply?.behavior === "deny" ? { ...reply, interrupt: false } : reply;
