import { z } from "zod";
import { defineEvent } from "./event-definition.ts";
import { readToolDecision } from "./pre-tool-use.ts";

/** What the input of an event about a change of model carries. */
export const modelFields = {
  from_model: z.string(),
  to_model: z.string(),
  requested_model: z.string(),
  source: z.string(),
};

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
  when: "the model is about to change",
  matchesOn: "to_model",
  openValues: true,
  input: modelFields,
  output: {
    permissionDecision: z.enum(["allow", "deny", "ask"]).optional(),
    permissionDecisionReason: z.string().optional(),
  },
  outcome: "gate",
  block: "the model stays",
  refusable: true,
  example: modelExample,
  opinion: readToolDecision,
});
