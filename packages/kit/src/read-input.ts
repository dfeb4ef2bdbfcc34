import { events, isEventName } from "./event-facts.ts";
import type { EventName, HookInput } from "./inputs.ts";
import { sampleInput } from "./sample-input.ts";

/** The input is valid but for another event: the settings list the hook under the wrong event. */
export class OtherEvent extends Error {}

/**
 * Reads what a host wrote to stdin. Throws `OtherEvent`, or an error if the input cannot be read; each says
 * how to try the hook by hand. `script` is the hook's file.
 */
export function readInput<Name extends EventName>(
  event: Name,
  text: string,
  script: string,
): HookInput<Name> {
  const withAdvice = (what: string) => `${what}\n${howToTry(event, script)}`;
  const problem = (what: string) => new Error(withAdvice(what));
  const trimmed = text.replace(/^\uFEFF/, "").trim();
  if (trimmed === "") throw problem(`No input: a ${event} hook reads one JSON object from stdin.`);
  let value: unknown;
  try {
    value = JSON.parse(trimmed);
  } catch (error) {
    throw problem(`The input is not JSON: ${(error as Error).message}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw problem("The input is JSON, but not an object.");
  const { hook_event_name, tool_name, tool_input } = value as Readonly<Record<string, unknown>>;
  if (hook_event_name === undefined) throw problem("The input has no hook_event_name.");
  if (typeof hook_event_name !== "string" || !isEventName(hook_event_name))
    throw problem(
      `The input's hook_event_name is ${JSON.stringify(hook_event_name)}, which is not an event.`,
    );
  if (hook_event_name !== event)
    throw new OtherEvent(
      withAdvice(
        `This hook is for ${event}, but the input is for ${hook_event_name}: check which event the settings list it under.`,
      ),
    );
  if (events[event].isAboutTool) {
    if (typeof tool_name !== "string") throw problem("The input has no tool_name.");
    if (typeof tool_input !== "object" || tool_input === null || Array.isArray(tool_input))
      throw problem("The input's tool_input is missing or not an object.");
  }
  return value as HookInput<Name>;
}

function howToTry(event: EventName, script: string): string {
  const file = /^[\w./-]+$/.test(script) ? script : `"${script}"`;
  return `To try it by hand:\n  echo '${JSON.stringify(sampleInput(event))}' | node ${file}`;
}
