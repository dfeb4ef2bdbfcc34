import { type EventName, events, tools } from "@snaphook/protocol";

interface SampleOptions {
  /** The tool, for events about one. */
  readonly tool?: string | undefined;
  /** What the event's own fields are to say, in place of the examples. */
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
  readonly cwd: string;
}

/** An input for an event as a hook would be told it, made from the contract's examples (E21, E24). */
export function sampleInput(
  name: EventName,
  { tool, fields = {}, cwd }: SampleOptions,
): Readonly<Record<string, unknown>> {
  const { example, isAboutTool } = events[name];
  const ofTool =
    tool === undefined || !isAboutTool ? {} : { tool_name: tool, tool_input: exampleOf(tool) };
  return {
    session_id: "00000000-0000-4000-8000-000000000000",
    transcript_path: `${cwd}/transcript.jsonl`,
    cwd,
    permission_mode: "default",
    hook_event_name: name,
    ...example,
    ...ofTool,
    ...fields,
  };
}

/** The example of a known tool; a tool may be called like anything, `constructor` too. */
const exampleOf = (tool: string) => (Object.hasOwn(tools, tool) ? tools[tool] : undefined) ?? {};
