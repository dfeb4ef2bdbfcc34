import { type EventDefinition, events, sampleInput, toolNames, tools } from "@snaphook/protocol";

const definitions = Object.values<EventDefinition>(events);

/** What the kit knows about events at run time; a missing flag is false. */
export const eventFacts = (): string => `
/** What the contract says about each event. */
export const eventFacts = ${literal(
  Object.fromEntries(definitions.map((event) => [event.name, factsOf(event)])),
)} as const;
`;

const factsOf = (event: EventDefinition) => ({
  objection: objectionTo(event),
  onlyByExit: event.canBlock && !event.decisionCounts ? true : undefined,
  refusable: event.refusable || undefined,
  isAboutTool: event.isAboutTool || undefined,
  hasEnvironmentFile: event.hasEnvironmentFile || undefined,
  outputFields: event.outputFields,
});

/** The reply with which a hook objects, unless one of the event's own fields is for that. */
function objectionTo({ outcome, blockEndsTurn, outputFields }: EventDefinition) {
  if (outcome === "turn-end") return "blockOrFinish";
  if (outcome === "result") return blockEndsTurn ? "block" : "feedback";
  const decidesItself = ["permissionDecision", "action"].some((field) =>
    outputFields.includes(field),
  );
  return outcome === "gate" && !decidesItself ? "block" : undefined;
}

/** The examples of the contract, and the tools with more than one name. */
export const examples = (): string => `
import type { CommonInput, EventInputs } from "./event-inputs.ts";
import type { ToolInputs, ToolResponses } from "./tool-types.ts";

/** The fields that every input has. */
export const commonExample: CommonInput = ${literal(commonExample())};

/** The input of each event, without the common fields. */
export const eventExamples: EventInputs = ${literal(
  Object.fromEntries(definitions.map(({ name, example }) => [name, example])),
)};

/** The input of each known tool: complete, with absolute paths. */
export const toolExamples: ToolInputs = ${literal(
  Object.fromEntries(Object.entries(tools).map(([name, { example }]) => [name, example])),
)};

/** The answer of each tool. */
export const responseExamples: ToolResponses = ${literal(
  Object.fromEntries(
    Object.entries(tools).map(([name, { responseExample }]) => [name, responseExample]),
  ),
)};

/** M5: all names of the tools that have several. */
export const otherToolNames = ${literal(
  Object.fromEntries(
    Object.keys(tools)
      .flatMap(toolNames)
      .map((name) => [name, toolNames(name)] as const)
      .filter(([, names]) => names.length > 1),
  ),
)} as const;
`;

/** What `sample` fills in on every event. */
function commonExample(): Readonly<Record<string, unknown>> {
  const { hook_event_name, ...input } = sampleInput("PreCompact");
  const own: readonly string[] = events.PreCompact.inputFields;
  return Object.fromEntries(Object.entries(input).filter(([name]) => !own.includes(name)));
}

/** The formatter takes away the quotation marks of keys that need none. */
const literal = (value: unknown): string => JSON.stringify(value);
