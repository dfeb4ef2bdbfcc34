import type { ConfiguredHook } from "@snaphook/engine";
import {
  backgroundOf,
  events,
  isBlockable,
  isRefusable,
  onFailureCounts,
} from "@snaphook/protocol";
import type { Script } from "./hook-code.ts";
import type { LintSubject } from "./lint-subject.ts";

/** Programs that exit with 2 if the script does not exist; sh does so where it is dash. */
const exitsWithTwo = /^(?:python[\d.]*|perl|sh|dash|uv)$/;

/** What happens on every event of a hook whose script does not exist. */
export function withoutScript(
  { interpreter }: Script,
  hook: ConfiguredHook,
  { profile }: LintSubject,
): string {
  const event = events[hook.event];
  const isAwaited = backgroundOf(hook.handler) === "no";
  const always = `until then, every time: ${event.block}`;
  const decidesAlone = !/[;|]/.test(hook.label);
  if (
    interpreter !== undefined &&
    exitsWithTwo.test(interpreter) &&
    decidesAlone &&
    isAwaited &&
    profile.exitTwoBlocks &&
    isBlockable(event, profile)
  )
    return `${interpreter} exits with 2 if its script is missing, and that blocks; ${always}`;
  if (
    hook.handler.onFailure === "block" &&
    isAwaited &&
    isRefusable(event, profile) &&
    onFailureCounts(hook.handler, profile)
  )
    return `the hook fails, and "onFailure": "block" refuses; ${always}`;
  return "until then the hook fails every time it runs, and blocks nothing";
}
