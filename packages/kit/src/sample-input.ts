import { events } from "./event-facts.ts";
import {
  commonExample,
  eventExamples,
  responseExamples,
  toolExamples,
} from "./generated/examples.ts";
import type { EventName, HookInput, ToolEventName } from "./inputs.ts";
import { namesOf, type ToolInputOf, type ToolName } from "./tools.ts";

/** What to change in the sample: any field and, on events about a tool call, the tool and its input. */
export type SampleChoice<Name extends EventName, Tool extends string = string> = Partial<
  Omit<HookInput<Name, Tool>, "hook_event_name" | "tool_name" | "tool_input">
> &
  (Name extends ToolEventName
    ? { readonly tool?: Tool; readonly input?: Partial<ToolInputOf<Tool>> }
    : unknown);

/**
 * An input as a host would send it, for tests. Missing fields are filled in.
 *
 * @example
 * const input = sampleInput("PreToolUse", { tool: "Bash", input: { command: "rm -rf /" } });
 * console.log(input.tool_input.command);
 */
export function sampleInput<
  const Name extends EventName,
  const Tool extends ToolName | (string & {}) = Name extends ToolEventName ? "Bash" : string,
>(event: Name, choice?: SampleChoice<Name, Tool>): HookInput<Name, Tool> {
  const { tool, input, ...fields } = (choice ?? {}) as Readonly<Record<string, unknown>>;
  const example = eventExamples[event];
  return {
    ...commonExample,
    hook_event_name: event,
    ...example,
    ...(events[event].isAboutTool ? callOf(tool ?? "Bash", input, "tool_response" in example) : {}),
    ...fields,
  } as unknown as HookInput<Name, Tool>;
}

/** A call of a tool; an unknown tool only has the given fields. */
function callOf(tool: unknown, input: unknown, answered: boolean) {
  const name = String(tool);
  const known = namesOf(name).find((one) => Object.hasOwn(toolExamples, one)) as ToolName;
  const responses: Readonly<Record<string, object>> = { ...responseExamples };
  return {
    tool_name: name,
    tool_input: { ...toolExamples[known], ...(input as object | undefined) },
    ...(answered ? { tool_response: responses[known] ?? answerOfUnknown(name) } : {}),
  };
}

/** An MCP tool answers with a list of content blocks. */
const answerOfUnknown = (tool: string): unknown =>
  tool.startsWith("mcp__") ? [{ type: "text", text: "ok" }] : {};
