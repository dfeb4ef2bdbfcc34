import { z } from "zod";
import { furtherTools, toolNames, tools } from "../tools.ts";

/** What the input of every event about one tool call carries. */
export const toolFields = {
  tool_name: z.string(),
  tool_input: z.record(z.string(), z.unknown()),
  tool_use_id: z.string(),
};

/** What every event about one tool call says of matchers. */
export const matchesTool = {
  matchesOn: "tool_name",
  matchedValues: toolNames,
  knownValues: Object.keys(tools),
  furtherValues: furtherTools,
} as const;

/** A tool call for `sample`. */
export const toolExample = {
  tool_name: "Bash",
  tool_input: tools["Bash"],
  tool_use_id: "toolu_01",
} as const;

/** `additionalContext`, for the events that take it (A5). */
export const contextField = { additionalContext: z.string().optional() };
