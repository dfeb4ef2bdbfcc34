import { randomUUID } from "node:crypto";
import { createHooks, type Hooks, type HooksOptions } from "@snaphook/engine";
import type { WrittenHook } from "../settings/change-hooks.ts";

/** Where a hook is tried that need not be in any file yet. */
export interface TrialOptions
  extends Pick<HooksOptions, "cwd" | "home" | "profile" | "env" | "trace"> {}

/** A session that has this hook and, managed ones apart, no other. Nothing runs before an event is fired. */
export function openAlone(
  { event, matcher, handler }: WrittenHook,
  options: TrialOptions,
): Promise<Hooks> {
  const group = { ...(matcher === undefined ? {} : { matcher }), hooks: [handler] };
  return createHooks({
    ...options,
    sessionId: randomUUID(),
    settings: JSON.stringify({ hooks: { [event]: [group] } }),
    settingSources: [],
    pluginDirectories: [],
    headless: true,
  });
}
