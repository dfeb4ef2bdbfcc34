import { events } from "./events/table.ts";
import type { EventName, HookInput, ToolEventName } from "./inputs.ts";
import { responseSamples, toolSamples } from "./tool-samples.ts";
import type { ToolInputOf, ToolName } from "./tools.ts";

/** What is to be different from the sample: any field, and on events about a tool call the tool and its input. */
export type SampleChoice<Name extends EventName, Tool extends string = string> = Partial<
  Omit<HookInput<Name, Tool>, "hook_event_name" | "tool_name" | "tool_input">
> &
  (Name extends ToolEventName
    ? { readonly tool?: Tool; readonly input?: Partial<ToolInputOf<Tool>> }
    : unknown);

/**
 * An input as a host would send it, for tests and trials. What is left out is filled in.
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
  const { sample, isAboutTool } = events[event];
  return {
    session_id: "session_01",
    transcript_path: "/project/transcript.jsonl",
    cwd: "/project",
    permission_mode: "default",
    hook_event_name: event,
    ...sample,
    ...(isAboutTool ? callOf(tool ?? "Bash", input, "tool_response" in sample) : {}),
    ...fields,
  } as unknown as HookInput<Name, Tool>;
}

function callOf(tool: unknown, input: unknown, answered: boolean) {
  const inputs: Readonly<Record<string, object>> = { ...toolSamples };
  const responses: Readonly<Record<string, object>> = { ...responseSamples };
  const name = String(tool);
  return {
    tool_name: name,
    tool_input: { ...inputs[name === "Task" ? "Agent" : name], ...(input as object | undefined) },
    ...(answered ? { tool_response: responses[name] ?? {} } : {}),
  };
}
