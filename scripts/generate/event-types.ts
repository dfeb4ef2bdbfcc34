import { type EventDefinition, events } from "@snaphook/protocol";
import { commonInput } from "../../packages/protocol/src/events/event-definition.ts";
import { commonOutput } from "../../packages/protocol/src/events/opinion.ts";
import { comment, fieldsOf, type JsonSchema, typeOf } from "./typescript-of.ts";

const definitions = Object.values<EventDefinition>(events);
const inputOf = ({ input }: EventDefinition) => input.toJsonSchema() as JsonSchema;
const outputOf = ({ output }: EventDefinition) => output.toJsonSchema() as JsonSchema;

/** An event without fields of its own by the names of the common ones: there they are as they are. */
const plain = events.PreCompact;

/** The inputs of all events, as plain types. */
export const eventInputs = (): string => `
/** A usual word, or any other text: newer hosts have newer words. */
export type Known<Word extends string> = Word | (string & {});

/** The input fields of every event; the host fills them in. */
export interface CommonInput ${fieldsOf(inputOf(plain), Object.keys(commonInput()))}

${namedTypes(definitions.flatMap((event) => [inputOf(event), outputOf(event)]))}

/** The input fields of each event, without the common ones. */
export interface EventInputs {
${definitions.map(inputField).join("")}}

/** The input fields of an event, without the common ones. */
export type EventInput<Name extends keyof EventInputs> = EventInputs[Name];

/** A whole input, as a hook gets it. */
export type HookInput<Name extends keyof EventInputs> = Name extends keyof EventInputs
  ? Omit<CommonInput, keyof EventInputs[Name]> & { readonly hook_event_name: Name } & EventInputs[Name]
  : never;
`;

const inputField = (event: EventDefinition): string =>
  `${comment(sentence(event.when))}readonly ${event.name}: ${fieldsOf(inputOf(event), event.inputFields)};\n`;

const sentence = (phrase: string): string => `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}.`;

/** What hooks of all events may answer, as plain types. */
export const eventOutputs = (): string => `
import type { PermissionUpdate } from "./event-inputs.ts";

/** The fields of an answer that all events share. */
export interface CommonOutputFields ${fieldsOf(outputOf(plain), Object.keys(commonOutput()))}

/** The fields of each event in \`hookSpecificOutput\`, without \`hookEventName\`. */
export interface EventOutputs {
${definitions.map(outputField).join("")}}

/** The fields of an event in \`hookSpecificOutput\`, without \`hookEventName\`. */
export type EventOutput<Name extends keyof EventOutputs> = EventOutputs[Name];

/** A whole answer: the JSON object that a hook prints. */
export interface HookOutput<Name extends keyof EventOutputs = keyof EventOutputs> extends CommonOutputFields {
  /** The event's own fields. */
  readonly hookSpecificOutput?: ({ readonly hookEventName: Name } & EventOutputs[Name]) | undefined;
}
`;

function outputField(event: EventDefinition): string {
  const own = outputOf(event).properties?.["hookSpecificOutput"];
  const fields = own === undefined ? "{}" : fieldsOf(own, event.outputFields);
  return `readonly ${event.name}: ${event.outputFields.length === 0 ? "Record<never, never>" : fields};\n`;
}

/** Types that schemas refer to by name. */
function namedTypes(schemas: readonly JsonSchema[]): string {
  const named = new Map(schemas.flatMap(({ $defs = {} }) => Object.entries($defs)));
  return [...named].map(([name, schema]) => declaration(name, schema)).join("\n");
}

const declaration = (name: string, schema: JsonSchema): string =>
  schema.type === "object"
    ? `${comment(schema.description)}export interface ${name} ${fieldsOf(schema)}\n`
    : `${comment(schema.description)}export type ${name} = ${typeOf(schema)};\n`;
