import { z } from "zod";
import { about, flag, number, text } from "../fields.ts";
import { defineEvent } from "./event-definition.ts";
import { readToolDecision } from "./pre-tool-use.ts";

/** The input fields of events about a change of model. */
export const modelFields = () => ({
  from_model: text("The model now in use."),
  to_model: text("The model that will be used next."),
  requested_model: text("The model as requested; may be an alias."),
  source: text("What requested the change."),
  context_tokens: number("About how many tokens the conversation has.").optional(),
  prompt_cache_warm: flag(
    "Whether the service of the model in use probably has the conversation in its cache; the next model does not.",
  ).optional(),
});

/** A change of model for `sample`. */
export const modelExample = {
  from_model: "small",
  to_model: "large",
  requested_model: "large",
  source: "command",
};

/** The model is about to change. */
export const preModelSwitch = defineEvent({
  name: "PreModelSwitch",
  rule: "extended",
  recorded: false,
  when: "the model is about to change",
  hostShould: "`refuse`: keep the model",
  matchesOn: "to_model",
  openValues: true,
  input: modelFields,
  output: () => ({
    permissionDecision: about(
      "Whether the model may change; ask refuses, because no host asks the user about it.",
      z.enum(["allow", "deny", "ask"]),
    ).optional(),
    permissionDecisionReason: text("Why.").optional(),
  }),
  outcome: "gate",
  block: "the model does not change",
  refusable: true,
  example: modelExample,
  opinion: readToolDecision,
});
