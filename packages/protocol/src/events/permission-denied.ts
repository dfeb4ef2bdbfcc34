import { z } from "zod";
import { defineEvent } from "./event-definition.ts";
import { matchesTool, toolExample, toolFields } from "./tool-fields.ts";

/** A permission was denied. */
export const permissionDenied = defineEvent({
  name: "PermissionDenied",
  rule: "extended",
  when: "a permission was denied",
  ...matchesTool,
  input: { ...toolFields, reason: z.string() },
  output: { retry: z.boolean().optional() },
  outcome: "notice",
  example: { ...toolExample, reason: "denied by rule" },
});
