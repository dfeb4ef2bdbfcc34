import { z } from "zod";
import { about, fields, text } from "../fields.ts";
import { once } from "../once.ts";
import { furtherTools, toolNames } from "../tools/names.ts";
import { tools } from "../tools/table.ts";

/** One type for all events: the schema library identifies named types by identity. */
const toolName = once(() =>
  about("The name of a tool.", z.string(), { id: "ToolName", examples: Object.keys(tools) }),
);

/** The input fields of events about one tool call. */
export const toolFields = () => ({
  tool_name: toolName(),
  tool_input: fields(
    "The tool's input: validated, with defaults filled in and paths made absolute.",
  ),
  tool_use_id: text("The id of the call."),
});

/** How matchers work on events about one tool call. */
export const matchesTool = {
  matchesOn: "tool_name",
  matchedValues: toolNames,
  furtherValues: furtherTools,
} as const;

/** A tool call for `sample`. */
export const toolExample = {
  tool_name: "Bash",
  tool_input: tools["Bash"]?.example,
  tool_use_id: "toolu_01",
} as const;

/** `additionalContext`, for the events that take it (A5). */
export const contextField = () => ({
  additionalContext: text("Text for the model, marked as coming from a hook.").optional(),
});
