import { hookView } from "@snaphook/protocol";
import { type CallEnd, withTextInResult } from "../effects/call-end.ts";
import { refusalTexts } from "../permissions/refusal-texts.ts";
import type { Tool, ToolInput } from "../tools/tool.ts";
import type { Agent } from "./agent.ts";

/** What the model reads in the result of a refused call that it may try again. */
const retryText = (tool: string): string =>
  `A PermissionDenied hook says that this call of ${tool} may be tried again, in the same or in another form.`;

/** Fires PermissionDenied for a call that the host refused, and returns how the call ends then. */
export async function announceDenial(
  agent: Agent,
  tool: Tool,
  { id, input }: { readonly id: string; readonly input: ToolInput },
  end: Extract<CallEnd, { readonly call: "refused" }>,
  signal: AbortSignal,
): Promise<CallEnd> {
  const { profile } = agent;
  const isOfAutoMode = end.reasons.includes(refusalTexts.auto(tool.name));
  // Section 12 of the contract. The refusal of a hook is no news to hooks.
  if (end.by !== "host" || (profile.permissionDeniedFor === "auto-mode" && !isOfAutoMode))
    return end;
  const view = hookView(profile, tool.name);
  const denied = {
    tool_name: view.name,
    tool_input: view.toHooks(input),
    tool_use_id: id,
    reason: end.reasons.join("; "),
  };
  const step = await agent.dispatch("PermissionDenied", denied, { signal });
  const told: CallEnd =
    step.fields["retry"] === true
      ? { ...withTextInResult(end, retryText(tool.name)), hasTextAfter: true }
      : end;
  return step.do === "stop" && told.next.do === "continue"
    ? { ...told, next: { do: "stop", reason: step.reason } }
    : told;
}
