import { events } from "./event-facts.ts";
import type {
  CommonReplies,
  EventReplies,
  FieldReplies,
  ObjectionReplies,
  VariableEffects,
} from "./event-replies.ts";
import type { EventOutputs, HookOutput } from "./generated/event-outputs.ts";
import type { EventName } from "./inputs.ts";
import { mergeReplies } from "./merge-replies.ts";
import type { Reply } from "./outputs.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The functions with which a callback makes its replies. */
export function repliesOf<Name extends EventName>(
  event: Name,
  effects: VariableEffects,
): EventReplies<Name> {
  const { objection, outputFields, hasEnvironmentFile } = events[event];
  return Object.assign(
    common(event),
    objection && objections[objection](event),
    ...outputFields.map(
      (field) => Object.hasOwn(ofFields, field) && ofFields[field as OwnField](event),
    ),
    hasEnvironmentFile && effects,
  ) as EventReplies<Name>;
}

/** A refusal in JSON as well as exit code 2, on events where some hosts ignore the exit code. */
export const refusalIn = (event: EventName, message: string): Reply =>
  events[event].outputFields.includes("decision")
    ? ofFields.decision(event).deny(message)
    : { event };

const common = <Name extends EventName>(event: Name): CommonReplies<Name> => ({
  pass: () => ({ event }),
  warn: (text) => say(event, { systemMessage: String(text) }),
  stop: (reason) => say(event, { continue: false, stopReason: textOf(reason) }),
  quiet: () => say(event, { suppressOutput: true }),
});

type Objections = {
  readonly [Kind in keyof ObjectionReplies<EventName>]: <Name extends EventName>(
    event: Name,
  ) => ObjectionReplies<Name>[Kind];
};

const objections: Objections = {
  block: (event) => ({ block: (reason) => blocked(event, reason) }),
  feedback: (event) => ({ feedback: (reason) => blocked(event, reason) }),
  blockOrFinish: (event) => ({
    block: (reason) => blocked(event, reason),
    finish: () => ({ event }),
  }),
};

type OwnField = keyof FieldReplies<EventName, Fields>;

type OfFields = {
  readonly [Field in OwnField]: <Name extends EventName>(
    event: Name,
  ) => FieldReplies<Name, Fields>[Field];
};

const ofFields: OfFields = {
  additionalContext: (event) => ({
    context: (text) => sayOwn(event, { additionalContext: String(text) }),
  }),
  permissionDecision: (event) => {
    const decide = (permissionDecision: "allow" | "deny" | "ask") => (reason?: string) =>
      sayOwn(event, { permissionDecision, permissionDecisionReason: textOf(reason) });
    return { allow: decide("allow"), deny: decide("deny"), ask: decide("ask") };
  },
  updatedInput: (event) => ({
    rewrite: (updatedInput) => sayOwn(event, { updatedInput: objectOf(updatedInput) }),
  }),
  decision: (event) => ({
    allow: ({ updatedInput, updatedPermissions } = {}) =>
      sayOwn(event, {
        decision: {
          behavior: "allow",
          updatedInput: updatedInput && objectOf(updatedInput),
          updatedPermissions,
        },
      }),
    deny: (message, { interrupt } = {}) =>
      sayOwn(event, { decision: { behavior: "deny", message: textOf(message), interrupt } }),
  }),
  updatedToolOutput: (event) => ({
    replaceOutput: (updatedToolOutput) => sayOwn(event, { updatedToolOutput }),
  }),
  retry: (event) => ({ retry: () => sayOwn(event, { retry: true }) }),
  suppressOriginalPrompt: (event) => ({
    block: (reason, { suppressOriginalPrompt } = {}) =>
      mergeReplies(event, [
        blocked(event, reason),
        ...(suppressOriginalPrompt ? [sayOwn(event, { suppressOriginalPrompt })] : []),
      ]),
  }),
  sessionTitle: (event) => ({
    sessionTitle: (title) => sayOwn(event, { sessionTitle: String(title) }),
  }),
  initialUserMessage: (event) => ({
    initialUserMessage: (text) => sayOwn(event, { initialUserMessage: String(text) }),
  }),
  watchPaths: (event) => ({ watch: (watchPaths) => sayOwn(event, { watchPaths }) }),
  worktreePath: (event) => ({
    created: (path) => sayOwn(event, { worktreePath: String(path) }),
  }),
  action: (event) => ({
    accept: (content) => sayOwn(event, { action: "accept", content }),
    decline: () => sayOwn(event, { action: "decline" }),
    cancel: () => sayOwn(event, { action: "cancel" }),
  }),
  displayContent: (event) => ({
    display: (text) => sayOwn(event, { displayContent: String(text) }),
  }),
};

/** A reply in the fields that all events share. */
const say = <Name extends EventName>(event: Name, output: HookOutput<Name>): Reply<Name> => ({
  event,
  output,
});

/** The own fields of all events, with their types. */
type Values = {
  readonly [Field in { [Name in EventName]: keyof EventOutputs[Name] }[EventName]]?: {
    [Name in EventName]: Field extends keyof EventOutputs[Name] ? EventOutputs[Name][Field] : never;
  }[EventName];
};

/** A reply in the event's own fields. */
const sayOwn = <Name extends EventName>(event: Name, fields: Values): Reply<Name> => {
  const hookSpecificOutput = { hookEventName: event, ...fields };
  return { event, output: { hookSpecificOutput } as unknown as HookOutput<Name> };
};

/** A block in JSON (A6), or by the exit code on events that ignore JSON decisions (E18). */
const blocked = <Name extends EventName>(event: Name, reason: string): Reply<Name> =>
  events[event].onlyByExit
    ? { event, blockText: String(reason) }
    : say(event, { decision: "block", reason: textOf(reason) });

/** Makes sure that a text is a string: a host rejects an answer with another type, and the refusal would be lost. */
const textOf = (value: string | undefined): string | undefined =>
  value === undefined ? undefined : String(value);

/** Makes sure that an input is an object: a host rejects the whole answer otherwise. */
function objectOf(value: Fields): Fields {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new TypeError(`a tool's input must be an object, found ${JSON.stringify(value)}`);
}
