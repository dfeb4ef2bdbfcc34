import { type EventName, events } from "./events/table.ts";
import { toolNames } from "./tools/names.ts";
import { tools } from "./tools/table.ts";

/** The project in the examples of events and tools. */
const exampleProject = "/project";

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
  { tool, fields = {}, cwd = exampleProject }: SampleOptions = {},
): Readonly<Record<string, unknown>> {
  const { example, isAboutTool } = events[name];
  const sample = {
    session_id: "session_01",
    transcript_path: `${exampleProject}/transcript.jsonl`,
    cwd: exampleProject,
    permission_mode: "default",
    hook_event_name: name,
    ...example,
    ...(isAboutTool && tool !== undefined ? callOf(tool, "tool_response" in example) : {}),
  };
  return { ...(inFolder(sample, cwd) as typeof sample), ...fields };
}

/** A copy in which the paths of the examples are below another folder. */
function inFolder(value: unknown, cwd: string): unknown {
  if (typeof value === "string")
    return value === exampleProject || value.startsWith(`${exampleProject}/`)
      ? cwd + value.slice(exampleProject.length)
      : value;
  if (Array.isArray(value)) return value.map((one) => inFolder(one, cwd));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inFolder(one, cwd)]));
}

/** A call of a tool; an unknown tool has no fields. */
function callOf(tool: string, answered: boolean): Readonly<Record<string, unknown>> {
  const known = toolNames(tool).find((name) => Object.hasOwn(tools, name));
  const { example = {}, responseExample = answerOfUnknown(tool) } = (known && tools[known]) || {};
  return {
    tool_name: tool,
    tool_input: example,
    ...(answered ? { tool_response: responseExample } : {}),
  };
}

/** E24: an MCP tool answers with a list of content blocks. */
const answerOfUnknown = (tool: string): unknown =>
  tool.startsWith("mcp__") ? [{ type: "text", text: "ok" }] : {};
