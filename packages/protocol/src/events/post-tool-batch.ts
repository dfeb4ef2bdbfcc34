import { z } from "zod";
import { about } from "../fields.ts";
import { defineEvent } from "./event-definition.ts";
import { contextField, toolExample } from "./tool-fields.ts";

/** E25: all tool calls of one answer are done. */
export const postToolBatch = defineEvent({
  name: "PostToolBatch",
  rule: "extended",
  when: "all tool calls of one answer are done",
  hostShould:
    "give messages to the model with the results; a block is a `stop`. Fire it for refused calls too",
  input: () => ({
    tool_calls: about(
      "The calls, each with tool_name, tool_input, tool_use_id and tool_response.",
      z.array(z.record(z.string(), z.unknown())),
    ),
  }),
  output: contextField,
  outcome: "result",
  block: "the turn ends",
  blockEndsTurn: true,
  blockReaches: "model",
  decisionCounts: true,
  example: { tool_calls: [{ ...toolExample, tool_response: "ok" }] },
});
