import { isObject, nearestName } from "@snaphook/engine/internal";
import {
  type EventDefinition,
  type EventName,
  eventNames,
  events,
  isEventName,
  knownTools,
  sampleInput,
  toolNames,
  tools,
} from "@snaphook/protocol";

type Fields = Readonly<Record<string, unknown>>;

/** The event of a test and its input, or what is wrong with them. */
export type TestInput =
  | {
      readonly ok: true;
      readonly event: EventName;
      readonly tool: string | undefined;
      /** The input in a folder: paths in the examples are below it. */
      inFolder(cwd: string): Fields;
    }
  | {
      readonly ok: false;
      readonly key: "sample" | "input";
      readonly message: string;
      readonly advice: string;
    };

/** Makes the input of a test: the sample, and the given fields on top of it. */
export function testInput(sample: string | undefined, given: Fields = {}): TestInput {
  if (sample === undefined && !("hook_event_name" in given))
    return bad("sample", "the test names no event", "add a sample, such as PreToolUse/Bash");
  const [name = "", tool] = (sample ?? String(given["hook_event_name"])).split("/");
  if (!isEventName(name))
    return bad("sample", `unknown event "${name}"`, didYouMean(name, eventNames));
  const definition: EventDefinition = events[name];
  if (tool !== undefined && !definition.isAboutTool)
    return bad("sample", `${name} is not about a tool`, `write ${name} alone`);
  const problem =
    toolProblem(tool, definition) ??
    fieldProblem(given, definition) ??
    toolFieldProblem(given, tool, definition);
  if (problem) return problem;
  const inFolder = (cwd: string): Fields => complete(definition, tool, given, cwd);
  const parsed = definition.input.parse(inFolder("/project"));
  if (!parsed.ok) {
    const [first] = parsed.problems;
    return bad(
      "input",
      `${first?.path} ${first?.message}`,
      `the schema named ${name}.input has every field`,
    );
  }
  return { ok: true, event: name, tool, inFolder };
}

/** On events about a tool the fields may be those of the tool's input alone. */
function complete(
  event: EventDefinition,
  tool: string | undefined,
  given: Fields,
  cwd: string,
): Fields {
  const named = typeof given["tool_name"] === "string" ? given["tool_name"] : tool;
  const base = sampleInput(event.name as EventName, { tool: named, cwd });
  const fields = isToolInput(given, event) ? { tool_input: given } : given;
  const { tool_input: own } = fields;
  const merged =
    isObject(own) && isObject(base["tool_input"])
      ? { tool_input: { ...base["tool_input"], ...own } }
      : {};
  return { ...base, ...fields, ...merged };
}

const isToolInput = (given: Fields, event: EventDefinition): boolean =>
  event.isAboutTool &&
  Object.keys(given).length > 0 &&
  !Object.keys(given).some((key) => knownFields(event).includes(key));

/** A typing mistake would look like a tool that no hook matches. */
function toolProblem(tool: string | undefined, event: EventDefinition): TestInput | undefined {
  const known = knownTools(event);
  if (tool === undefined || known.includes(tool) || tool.startsWith("mcp__")) return undefined;
  const nearest = nearestName(tool, known);
  return nearest === undefined
    ? undefined
    : bad(
        "sample",
        `unknown tool "${tool}"`,
        `did you mean ${nearest}? A tool of your own is named in input: tool_name`,
      );
}

/** Shorter names, such as -n and -i, are always near each other. */
const shortestName = 4;

/** A host may have more fields than the contract; one that is nearly a known one is a typing mistake. */
function toolFieldProblem(
  given: Fields,
  tool: string | undefined,
  event: EventDefinition,
): TestInput | undefined {
  const own = isToolInput(given, event) ? given : given["tool_input"];
  const name = String(given["tool_name"] ?? tool ?? event.example["tool_name"]);
  const [definition] = toolNames(name).flatMap((one) =>
    Object.hasOwn(tools, one) ? (tools[one] ?? []) : [],
  );
  if ("hook_event_name" in given || !isObject(own) || !definition) return undefined;
  const known = Object.keys((definition.input.toJsonSchema()["properties"] ?? {}) as Fields);
  const others = Object.keys(own).filter((key) => !known.includes(key));
  const wrong =
    others.find((key) => key.length >= shortestName && nearestName(key, known) !== undefined) ??
    (others.length === Object.keys(own).length ? others[0] : undefined);
  return wrong === undefined
    ? undefined
    : bad("input", `${name} has no field "${wrong}"`, didYouMean(wrong, known));
}

function fieldProblem(given: Fields, event: EventDefinition): TestInput | undefined {
  const known = knownFields(event);
  const keys = Object.keys(given);
  // An input as a host recorded it may have fields that we do not know.
  if ("hook_event_name" in given || isToolInput(given, event)) return undefined;
  const other = keys.find((key) => !known.includes(key));
  if (other === undefined) return undefined;
  const advice = event.isAboutTool
    ? `put the tool's input into tool_input; ${didYouMean(other, known)}`
    : didYouMean(other, known);
  return bad("input", `${event.name} has no field "${other}"`, advice);
}

const knownFields = (event: EventDefinition): readonly string[] =>
  Object.keys((event.input.toJsonSchema()["properties"] ?? {}) as Fields);

function didYouMean(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? `known: ${known.join(", ")}` : `did you mean ${nearest}?`;
}

const bad = (key: "sample" | "input", message: string, advice: string): TestInput => ({
  ok: false,
  key,
  message,
  advice,
});
