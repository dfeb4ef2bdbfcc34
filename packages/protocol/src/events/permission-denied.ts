import { flag, text } from "../fields.ts";
import { defineEvent } from "./event-definition.ts";
import { matchesTool, toolExample, toolFields } from "./tool-fields.ts";

/** A permission was denied. */
export const permissionDenied = defineEvent({
  name: "PermissionDenied",
  rule: "extended",
  recorded: false,
  when: "a permission was denied",
  hostShould: "`fields.retry`: tell the model that it may try again",
  ...matchesTool,
  input: () => ({ ...toolFields(), reason: text("Why it was denied.") }),
  output: () => ({ retry: flag("Whether the model may try the call again.").optional() }),
  outcome: "notice",
  example: { ...toolExample, reason: "denied by rule" },
});
