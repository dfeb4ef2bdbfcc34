import type { ToolEventName } from "../inputs.ts";
import type { OwnOutputs } from "../outputs.ts";
import { blocked, common, context, sayOwn, textOf } from "../replies.ts";
import { responseSamples, toolSamples } from "../tool-samples.ts";
import type { EventTable } from "./event-row.ts";

const call = { tool_name: "Bash", tool_input: toolSamples.Bash } as const;
const sample = { ...call, tool_use_id: "toolu_01" } as const;

const decided = (
  permissionDecision: "allow" | "deny" | "ask",
  reason: string | undefined,
): OwnOutputs["PreToolUse"] & OwnOutputs["PreModelSwitch"] => ({
  permissionDecision,
  permissionDecisionReason: textOf(reason),
});

/** Events about tool calls, and the one about a model that is decided in the same words. */
export const toolEvents: EventTable<ToolEventName | "PostToolBatch" | "PreModelSwitch"> = {
  PreToolUse: {
    refusable: true,
    isAboutTool: true,
    sample,
    replies: () => ({
      ...common("PreToolUse"),
      ...context("PreToolUse"),
      allow: (reason) => sayOwn("PreToolUse", decided("allow", reason)),
      deny: (reason) => sayOwn("PreToolUse", decided("deny", reason)),
      ask: (reason) => sayOwn("PreToolUse", decided("ask", reason)),
      rewrite: (updatedInput) => sayOwn("PreToolUse", { updatedInput: objectOf(updatedInput) }),
    }),
  },
  PermissionRequest: {
    refusable: true,
    isAboutTool: true,
    sample: call,
    refusal: (message) => deniedPermission(message),
    replies: () => ({
      ...common("PermissionRequest"),
      allow: ({ updatedInput, updatedPermissions } = {}) =>
        sayOwn("PermissionRequest", {
          decision: {
            behavior: "allow",
            updatedInput: updatedInput && objectOf(updatedInput),
            updatedPermissions,
          },
        }),
      deny: (message, { interrupt } = {}) => deniedPermission(message, interrupt),
    }),
  },
  PostToolUse: {
    isAboutTool: true,
    sample: { ...sample, tool_response: responseSamples.Bash, duration_ms: 12 },
    replies: () => ({
      ...common("PostToolUse"),
      ...context("PostToolUse"),
      feedback: (reason) => blocked("PostToolUse", reason),
      replaceOutput: (updatedToolOutput) => sayOwn("PostToolUse", { updatedToolOutput }),
    }),
  },
  PostToolUseFailure: {
    isAboutTool: true,
    sample: { ...sample, error: "Exit code 1\nno such file", is_interrupt: false },
    replies: () => ({
      ...common("PostToolUseFailure"),
      ...context("PostToolUseFailure"),
      feedback: (reason) => blocked("PostToolUseFailure", reason),
    }),
  },
  PermissionDenied: {
    isAboutTool: true,
    sample: { ...sample, reason: "denied by rule" },
    replies: () => ({
      ...common("PermissionDenied"),
      retry: () => sayOwn("PermissionDenied", { retry: true }),
    }),
  },
  PostToolBatch: {
    sample: { tool_calls: [{ ...sample, tool_response: "ok" }] },
    replies: () => ({
      ...common("PostToolBatch"),
      ...context("PostToolBatch"),
      block: (reason) => blocked("PostToolBatch", reason),
    }),
  },
  PreModelSwitch: {
    refusable: true,
    sample: {
      from_model: "small",
      to_model: "large",
      requested_model: "large",
      source: "command",
    },
    replies: () => ({
      ...common("PreModelSwitch"),
      allow: (reason) => sayOwn("PreModelSwitch", decided("allow", reason)),
      deny: (reason) => sayOwn("PreModelSwitch", decided("deny", reason)),
      ask: (reason) => sayOwn("PreModelSwitch", decided("ask", reason)),
    }),
  },
};

const deniedPermission = (message: string, interrupt?: boolean) =>
  sayOwn("PermissionRequest", {
    decision: { behavior: "deny", message: textOf(message), interrupt },
  });

/** A host drops an answer whose new input is no object, and with it what else the answer says. */
function objectOf(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new TypeError(`a tool's input is an object, and this is ${JSON.stringify(value)}`);
}
