import { isObject } from "@snaphook/engine/internal";
import { errorText } from "../../error-text.ts";
import type { AgentOptions, PermissionReply } from "../../loop/agent-options.ts";
import type { Driver } from "./driver.ts";

/**
 * `--permission-prompt-tool stdio`: permission questions go to the driver.
 *
 * Contract: only an explicit "allow" allows. An error, an invalid answer or a closed connection refuses, with
 * the reason.
 */
export const askDriver =
  (driver: Driver): NonNullable<AgentOptions["ask"]> =>
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
      return readReply(await driver.ask(request, signal));
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
    message: `the driver's answer is invalid: "behavior" is ${found}, expected "allow" or "deny"`,
  };
}
