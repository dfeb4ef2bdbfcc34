import { type EventName, events } from "./events/table.ts";
import { toolNames } from "./tools/names.ts";
import { tools } from "./tools/table.ts";

interface SampleOptions {
  /** The tool, for events about one. */
  readonly tool?: string | undefined;
  /** Fields that replace those of the examples. */
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
  readonly cwd?: string;
}

/** An input for an event as a hook would get it, made from the contract's examples (E21, E24). */
export function sampleInput(
  name: EventName,
  { tool, fields = {}, cwd = "/project" }: SampleOptions = {},
): Readonly<Record<string, unknown>> {
  const { example, isAboutTool } = events[name];
  return {
    session_id: "session_01",
    transcript_path: `${cwd}/transcript.jsonl`,
    cwd,
    permission_mode: "default",
    hook_event_name: name,
    ...example,
    ...(isAboutTool && tool !== undefined ? callOf(tool, "tool_response" in example) : {}),
    ...fields,
  };
}

/** A call of a tool; an unknown tool has no fields. */
function callOf(tool: string, answered: boolean): Readonly<Record<string, unknown>> {
  const known = toolNames(tool).find((name) => Object.hasOwn(tools, name));
  const { example = {}, responseExample = {} } = (known && tools[known]) || {};
  return {
    tool_name: tool,
    tool_input: example,
    ...(answered ? { tool_response: responseExample } : {}),
  };
}
