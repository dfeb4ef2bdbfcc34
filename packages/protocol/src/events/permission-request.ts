import { z } from "zod";
import { about, fields, flag, hint, text, word } from "../fields.ts";
import { once } from "../once.ts";
import { defineEvent } from "./event-definition.ts";
import type { CommonOutput, Opinion } from "./opinion.ts";
import { matchesTool, toolExample, toolFields } from "./tool-fields.ts";

/** G6: a change of permission rules, mode or directories. The host checks each one and reports what it cannot apply. */
const permissionUpdate = once(() =>
  about(
    "A change to the permission rules, the permission mode or the directories the agent may use.",
    z.looseObject({
      type: word("What changes.", [
        "addRules",
        "replaceRules",
        "removeRules",
        "setMode",
        "addDirectories",
        "removeDirectories",
      ]),
      rules: hint("The rules, if rules change.", {
        type: "array",
        items: {
          type: "object",
          properties: {
            toolName: { type: "string", description: "The tool." },
            ruleContent: { type: "string", description: "The pattern in parentheses, if any." },
          },
          required: ["toolName"],
        },
      }).optional(),
      behavior: hint("What the rules do.", {
        type: "string",
        examples: ["allow", "deny", "ask"],
      }).optional(),
      mode: hint("The permission mode, for setMode.", { type: "string" }).optional(),
      directories: hint("The directories, if directories change.", {
        type: "array",
        items: { type: "string" },
      }).optional(),
      destination: hint(
        "Where the change is stored: for this session only, or in a settings file.",
        {
          type: "string",
          examples: ["session", "localSettings", "projectSettings", "userSettings"],
        },
      ).optional(),
    }),
    { id: "PermissionUpdate" },
  ),
);

const decision = () =>
  z.discriminatedUnion("behavior", [
    z.looseObject({
      behavior: about("Grants permission on behalf of the user.", z.literal("allow")),
      updatedInput: fields("Replaces the whole input of the tool.").optional(),
      updatedPermissions: about(
        "Permission changes to make before the call runs.",
        z.array(permissionUpdate()),
      ).optional(),
    }),
    z.looseObject({
      behavior: about("Denies permission on behalf of the user.", z.literal("deny")),
      message: text("Why; shown to the model.").optional(),
      interrupt: flag("Whether to stop the agent too.").optional(),
    }),
  ]);

function readPermission(answer: CommonOutput): Opinion {
  const answered = answer.hookSpecificOutput?.["decision"] as
    | z.output<ReturnType<typeof decision>>
    | undefined;
  if (answered === undefined) return { decision: "none" };
  if (answered.behavior === "deny")
    return {
      decision: "deny",
      reason: answered.message,
      fields: answered.interrupt ? { interrupt: true } : {},
    };
  return {
    decision: "allow",
    updatedInput: answered.updatedInput,
    fields: answered.updatedPermissions ? { updatedPermissions: answered.updatedPermissions } : {},
  };
}

/** E4: before the user is asked for permission. */
export const permissionRequest = defineEvent({
  name: "PermissionRequest",
  rule: "E4",
  when: "the user is about to be asked for permission",
  hostShould:
    "`allow` or `deny`: do not ask; `ask`: ask. Use `input`; apply `fields.updatedPermissions`; `fields.interrupt` ends the turn",
  ...matchesTool,
  input: () => {
    const { tool_use_id: _, ...call } = toolFields();
    const updates = about(
      "Permission changes the user could choose instead of a plain yes or no.",
      z.array(permissionUpdate()),
    );
    return { ...call, permission_suggestions: updates.optional() };
  },
  output: () => ({
    decision: about(
      "The answer on behalf of the user; if missing, the user is asked.",
      decision(),
    ).optional(),
  }),
  outcome: "permission",
  block: "the permission is denied",
  blockReaches: "model",
  refusable: true,
  takesModelHooks: true,
  example: { tool_name: toolExample.tool_name, tool_input: toolExample.tool_input },
  opinion: readPermission,
});
