import { readFileSync } from "node:fs";
import type { Diagnostic } from "@snaphook/engine";
import { nearestName, readJson, readNamedFile, troubleOf } from "@snaphook/engine/internal";
import {
  type EventDefinition,
  type EventName,
  events,
  type Problem,
  sampleInput,
  toolNames,
  tools,
} from "@snaphook/protocol";
import { checkTool } from "./check-tool.ts";
import { suggestName, UsageError } from "./usage-error.ts";

/** The options that say what an event is about. */
export interface InputOptions {
  readonly tool?: string;
  readonly input?: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** The session that an event without a `session_id` belongs to. */
export interface Around {
  readonly cwd: string;
  readonly sessionId: string;
}

/** The input of an event: what the options say, and the contract's examples for the rest. */
export function eventInput(event: EventName, options: InputOptions, around: Around): Fields {
  const { tool, input } = options;
  const definition = events[event];
  checkTool(event, tool, true);
  const given = input === undefined ? {} : eventFields(readInput(input), definition, tool);
  const named = textOf(given["tool_name"]) ?? tool;
  if (tool !== undefined && named !== tool)
    throw new UsageError(
      `--tool is ${tool}, but tool_name in --input is ${named}; use one of them`,
    );
  const fields = { session_id: around.sessionId, ...given };
  const complete = sampleInput(event, { tool: named, fields, cwd: around.cwd });
  if (!isRecorded(given)) check(complete, definition);
  return complete;
}

/** `--as-hook`: the input on stdin as another host sent it; nothing is filled in from examples. */
export function hostInput(event: EventName, { cwd, sessionId }: Around): Fields {
  const { matchesOn, isAboutTool } = events[event];
  const given = readInput("-");
  checkEventName(given, event);
  for (const [field, kind] of [
    [matchesOn, "string"],
    [isAboutTool ? "tool_input" : undefined, "object"],
  ] as const)
    if (field !== undefined && typeof given[field] !== kind)
      throw new UsageError(
        `stdin has no ${field}; it must be the input that the host sends a hook`,
      );
  return { session_id: sessionId, cwd, hook_event_name: event, ...given };
}

/** An input as a host sent it: a newer host may have other fields and values. */
const isRecorded = (given: Fields): boolean => "hook_event_name" in given;

/** What was given, as fields of the event: on events about a tool it may be the tool's input alone. */
function eventFields(given: Fields, event: EventDefinition, tool: string | undefined): Fields {
  checkEventName(given, event.name);
  if (isRecorded(given)) return given;
  const known = fieldsOf(event.input);
  const ofEvent = Object.keys(given).filter((key) => known.includes(key));
  const other = Object.keys(given).find((key) => !known.includes(key));
  const [first] = ofEvent;
  if (!event.isAboutTool) {
    if (other === undefined) return given;
    throw new UsageError(`${event.name} has no field "${other}"; ${suggestName(other, known)}`);
  }
  if (first === undefined) return { tool_input: toolInput(given, tool ?? defaultTool(event)) };
  if (other !== undefined)
    throw new UsageError(
      `--input mixes fields of ${event.name} (${first}) with others (${other}); put the input of the tool into "tool_input"`,
    );
  const { tool_input: inner, tool_name: name = tool ?? defaultTool(event) } = given;
  if (!("tool_input" in given || "tool_name" in given) && !definitionOf(String(name)))
    throw new UsageError(
      `"${first}" may be a field of ${event.name} or of ${String(name)}; write {"tool_input": {…}} for the input of the tool, or add "tool_name"`,
    );
  if (typeof inner !== "object" || inner === null) return given;
  return { ...given, tool_input: toolInput(inner as Fields, String(name)) };
}

/** A tool without `--tool` is the one of the example. */
const defaultTool = ({ example }: EventDefinition): string => textOf(example["tool_name"]) ?? "";

const definitionOf = (tool: string) =>
  toolNames(tool).flatMap((name) => (Object.hasOwn(tools, name) ? (tools[name] ?? []) : []))[0];

/** Shorter names, such as -n and -i, are always near each other. */
const shortestName = 4;

/** The tool's input; what it needs and is not given comes from its example. */
function toolInput(given: Fields, tool: string): Fields {
  const definition = definitionOf(tool);
  if (definition === undefined) return given;
  const { input, example } = definition;
  const known = fieldsOf(input);
  const keys = Object.keys(given);
  // A host may have more fields than the contract; one that is nearly a known one is a typing mistake.
  const wrong = keys.find(
    (key) => !known.includes(key) && key.length >= shortestName && nearestName(key, known),
  );
  if (wrong !== undefined)
    throw new UsageError(`${tool} has no field "${wrong}"; ${suggestName(wrong, known)}`);
  if (keys.length > 0 && !keys.some((key) => known.includes(key)))
    throw new UsageError(
      `${tool} has no field "${keys[0]}"; its fields are ${known.join(", ")}; name another tool with --tool`,
    );
  const { required = [] } = input.toJsonSchema() as { readonly required?: readonly string[] };
  const missing = required.filter((key) => !Object.hasOwn(given, key));
  const filled = { ...given, ...Object.fromEntries(missing.map((key) => [key, example[key]])) };
  const parsed = input.parse(filled);
  if (!parsed.ok) throw new UsageError(`--input does not fit ${tool}: ${problemsOf(parsed)}`);
  return filled;
}

const fieldsOf = (shape: EventDefinition["input"]): readonly string[] =>
  Object.keys((shape.toJsonSchema()["properties"] ?? {}) as Fields);

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" ? value : undefined;

function checkEventName(given: Fields, event: string): void {
  const { hook_event_name: name = event } = given;
  if (name !== event)
    throw new UsageError(
      `the input is for ${JSON.stringify(name)}, not for ${event}; name the same event in both`,
    );
}

/** A value of the wrong type is one that no host sends. */
function check(input: Fields, event: EventDefinition): void {
  const parsed = event.input.parse(input);
  if (!parsed.ok) throw new UsageError(`--input does not fit ${event.name}: ${problemsOf(parsed)}`);
}

const problemsOf = ({ problems }: { readonly problems: readonly Problem[] }): string =>
  problems.map(({ path, message }) => `${path}: ${message}`).join("; ");

/** `--input`: JSON, @FILE, or - for stdin. */
function readInput(text: string): Fields {
  const source = text === "-" ? "stdin" : text.startsWith("@") ? text.slice(1) : "--input";
  const json = source === "--input" ? text : readSource(text === "-" ? 0 : source);
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    const read = readJson(source, json);
    const why = read.ok
      ? "it has comments or commas too many"
      : `${read.message.replace("not valid JSON: ", "")}, ${at(read)}`;
    throw new UsageError(`${source} is not JSON (${why}); example: --input '{"command": "ls"}'`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new UsageError(`${source} is not a JSON object; example: --input '{"command": "ls"}'`);
  return value as Fields;
}

const at = ({ place }: { readonly place: Diagnostic["place"] }): string =>
  `line ${place.line}, column ${place.column}`;

function readSource(source: string | 0): string {
  try {
    return source === 0 ? readFileSync(0, "utf8") : readNamedFile(source);
  } catch (error) {
    throw new UsageError(
      `the input cannot be read: ${source === 0 ? "stdin" : source}: ${troubleOf(error).message}`,
    );
  }
}
