import { z } from "zod";
import { defineEvent } from "./event-definition.ts";
import type { CommonOutput, Opinion } from "./opinion.ts";
import { matchesTool, toolExample, toolFields } from "./tool-fields.ts";

const { tool_use_id: _, ...fields } = toolFields;

/** G6: a change of permission rules, mode or directories. */
const permissionUpdate = z.looseObject({ type: z.string() });

const decision = z.discriminatedUnion("behavior", [
  z.looseObject({
    behavior: z.literal("allow"),
    updatedInput: z.record(z.string(), z.unknown()).optional(),
    updatedPermissions: z.array(permissionUpdate).optional(),
  }),
  z.looseObject({
    behavior: z.literal("deny"),
    message: z.string().optional(),
    interrupt: z.boolean().optional(),
  }),
]);

function readPermission(answer: CommonOutput): Opinion {
  const given = answer.hookSpecificOutput?.["decision"] as z.output<typeof decision> | undefined;
  if (given === undefined) return { decision: "none" };
  if (given.behavior === "deny")
    return {
      decision: "deny",
      reason: given.message,
      fields: given.interrupt ? { interrupt: true } : {},
    };
  return {
    decision: "allow",
    updatedInput: given.updatedInput,
    fields: given.updatedPermissions ? { updatedPermissions: given.updatedPermissions } : {},
  };
}

/** E4: before the user is asked for permission. */
export const permissionRequest = defineEvent({
  name: "PermissionRequest",
  rule: "E4",
  when: "a permission question would be put",
  ...matchesTool,
  input: { ...fields, permission_suggestions: z.array(permissionUpdate).optional() },
  output: { decision: decision.optional() },
  outcome: "permission",
  block: "the permission is denied",
  blockReaches: "model",
  refusable: true,
  takesModelHooks: true,
  example: { tool_name: toolExample.tool_name, tool_input: toolExample.tool_input },
  opinion: readPermission,
});
