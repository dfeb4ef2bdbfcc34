import { errorText } from "../../error-text.ts";
import { isObject } from "../../is-object.ts";
import type { AgentOptions, PermissionReply } from "../../loop/agent-options.ts";
import type { Host } from "./host.ts";

/**
 * `--permission-prompt-tool stdio`: permission questions go to the host.
 *
 * Contract: only a clear yes is a yes. An error, an answer that is none and a host that is gone all
 * refuse, with the reason.
 */
export const askHost =
  (host: Host): NonNullable<AgentOptions["ask"]> =>
  async ({ call, reasons, suggestions, signal }) => {
    const request = {
      subtype: "can_use_tool",
      tool_name: call.name,
      input: call.input,
      permission_suggestions: suggestions,
      tool_use_id: call.id,
      ...(reasons.length === 0 ? {} : { decision_reason: reasons.join("\n") }),
    };
    try {
      return readReply(await host.ask(request, signal));
    } catch (error) {
      return { behavior: "deny", message: errorText(error) };
    }
  };

function readReply(answer: unknown): PermissionReply {
  const fields = isObject(answer) ? answer : {};
  const { behavior, updatedInput, updatedPermissions, message, interrupt } = fields;
  if (behavior === "allow")
    return {
      behavior,
      ...(isObject(updatedInput) ? { updatedInput } : {}),
      ...(Array.isArray(updatedPermissions) ? { updatedPermissions } : {}),
    };
  if (behavior === "deny")
    return {
      behavior,
      ...(typeof message === "string" ? { message } : {}),
      ...(interrupt === true ? { interrupt } : {}),
    };
  const found = JSON.stringify(behavior) ?? "none";
  return {
    behavior: "deny",
    message: `the host's answer is not understood: "behavior" is ${found}, expected "allow" or "deny"`,
  };
}
