import { readFileSync } from "node:fs";
import { type EventName, events, sampleInput } from "@snaphook/protocol";
import { UsageError } from "./usage-error.ts";

/** The options that say what an event is about. */
export interface InputOptions {
  readonly tool?: string;
  readonly input?: string;
  /** The input must be complete; nothing is filled in from examples. */
  readonly whole?: boolean;
}

/** The input of an event: what the options say, and the contract's examples for the rest. */
export function eventInput(
  event: EventName,
  { tool, input, whole = false }: InputOptions,
  cwd: string,
): Readonly<Record<string, unknown>> {
  if (tool !== undefined && !events[event].isAboutTool)
    throw new UsageError(`${event} is not about a tool; remove --tool`);
  const given = input === undefined ? undefined : readInput(input);
  const isWhole = given !== undefined && "hook_event_name" in given;
  if (whole && !isWhole)
    throw new UsageError(
      "the input has no hook_event_name; it must be the complete input of a hook",
    );
  if (isWhole && given["hook_event_name"] !== event)
    throw new UsageError(
      `the input is for ${JSON.stringify(given["hook_event_name"])}, not for ${event}; name the same event in both`,
    );
  const fields = isWhole || !events[event].isAboutTool ? given : given && { tool_input: given };
  return sampleInput(event, { tool, fields, cwd });
}

/** `--input`: JSON, @FILE, or - for stdin. */
function readInput(text: string): Readonly<Record<string, unknown>> {
  const source = text === "-" ? "stdin" : text.startsWith("@") ? text.slice(1) : "--input";
  const json = source === "--input" ? text : readSource(text === "-" ? 0 : source);
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new UsageError(
      `${source} is not JSON (${String(error)}); example: --input '{"command": "ls"}'`,
    );
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new UsageError(`${source} is not a JSON object; example: --input '{"command": "ls"}'`);
  return value as Readonly<Record<string, unknown>>;
}

function readSource(source: string | 0): string {
  try {
    return readFileSync(source, "utf8");
  } catch (error) {
    throw new UsageError(`the input cannot be read: ${String(error)}`);
  }
}
