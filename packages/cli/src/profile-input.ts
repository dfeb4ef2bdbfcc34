import type { Hooks } from "@snaphook/engine";
import { type EventName, inputForHooks, profileNamed, toolSeenAs } from "@snaphook/protocol";
import { eventInput, type InputOptions } from "./event-input.ts";

/**
 * The input of an event as hooks get it from the agent under the same profile: `--tool Write` and the name that
 * hooks know it by are the same tool (V11).
 */
export function profileInput(
  event: EventName,
  { tool, ...options }: InputOptions,
  { cwd, profile: name }: Pick<Hooks, "cwd" | "profile">,
): Readonly<Record<string, unknown>> {
  const profile = profileNamed(name);
  if (!profile) throw new Error(`unknown profile ${name}`);
  const named = tool === undefined ? {} : { tool: toolSeenAs(profile, tool) };
  return inputForHooks(profile, eventInput(event, { ...options, ...named }, cwd));
}
