import { type EventName, inputForHooks, profileNamed, toolSeenAs } from "@snaphook/protocol";
import { type Around, eventInput, hostInput, type InputOptions } from "./event-input.ts";

interface AroundInProfile extends Around {
  /** The name of the profile. */
  readonly profile: string;
}

/**
 * The input of an event as hooks get it from the agent under the same profile: `--tool Write` and the name that
 * hooks know it by are the same tool (V11).
 */
export function profileInput(
  event: EventName,
  { tool, ...options }: InputOptions,
  around: AroundInProfile,
): Readonly<Record<string, unknown>> {
  const profile = profileOf(around);
  const named = tool === undefined ? {} : { tool: toolSeenAs(profile, tool) };
  return inputForHooks(profile, eventInput(event, { ...options, ...named }, around));
}

/** The input that another host sent on stdin, as hooks get it under the profile. */
export const inputOfHost = (
  event: EventName,
  around: AroundInProfile,
): Readonly<Record<string, unknown>> => inputForHooks(profileOf(around), hostInput(event, around));

function profileOf({ profile: name }: AroundInProfile) {
  const profile = profileNamed(name);
  if (!profile) throw new Error(`unknown profile ${name}`);
  return profile;
}
