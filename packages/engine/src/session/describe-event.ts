import {
  type EventDefinition,
  type EventName,
  eventNames,
  events,
  isEventName,
} from "@snaphook/protocol";
import type { HookEvent, JsonObject } from "../stages/hook-event.ts";
import { nearestName } from "../text/nearest-name.ts";
import { type AgentView, cwdOf } from "./agent-view.ts";
import type { HostMistakes } from "./host-mistakes.ts";

/** E21: the event with its complete input. */
export function describeEvent<Name extends EventName>(
  view: Pick<AgentView, "session" | "scope">,
  name: Name,
  input: JsonObject,
): HookEvent & { readonly name: Name } {
  const { session, scope } = view;
  if (!isEventName(name)) throw new TypeError(unknownEvent(name));
  const { sessionId, transcriptPath } = { ...session.options, ...scope };
  const permissionMode = now(scope.permissionMode);
  const common = {
    session_id: sessionId,
    ...(transcriptPath === undefined ? {} : { transcript_path: transcriptPath }),
    cwd: cwdOf(view),
    ...(permissionMode === undefined ? {} : { permission_mode: permissionMode }),
    ...(scope.agentId === undefined ? {} : { agent_id: scope.agentId }),
    ...(scope.agentType === undefined ? {} : { agent_type: scope.agentType }),
    ...(scope.fields ? present(scope.fields()) : {}),
    hook_event_name: name,
  };
  const completeInput: JsonObject = Object.freeze({
    ...common,
    ...present(input),
    hook_event_name: name,
  });
  const definition = events[name];
  checkMatchedField(definition, completeInput);
  checkSpelling(definition, Object.keys(input), completeInput, session.mistakes);
  return { name, definition, input: completeInput };
}

/** Without the field that matchers test, no guard with a matcher would run, and nothing would say so. */
function checkMatchedField({ name, matchesOn }: EventDefinition, input: JsonObject): void {
  if (matchesOn !== undefined && typeof input[matchesOn] !== "string")
    throw new TypeError(
      `${name} was fired without ${matchesOn}, which matchers are tested against`,
    );
}

/** A host may add fields; one that is nearly the name of a missing field is a typing error. */
function checkSpelling(
  { name, inputFields }: EventDefinition,
  given: readonly string[],
  input: JsonObject,
  mistakes: HostMistakes,
): void {
  const unknown = given.filter((field) => !inputFields.includes(field));
  if (unknown.length === 0) return;
  const missing = inputFields.filter((field) => input[field] === undefined);
  for (const field of unknown) {
    const nearest = nearestName(field, missing);
    if (nearest !== undefined)
      mistakes.report(
        `fire("${name}")`,
        `the input has a field "${field}", which hooks do not know, and none called "${nearest}"`,
        `write "${nearest}"`,
      );
  }
}

function unknownEvent(name: string): string {
  const nearest = nearestName(name, eventNames);
  return `there is no event "${name}"${nearest === undefined ? "" : `; did you mean ${nearest}?`}`;
}

const present = (input: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));

const now = (value: string | (() => string) | undefined): string | undefined =>
  typeof value === "function" ? value() : value;
