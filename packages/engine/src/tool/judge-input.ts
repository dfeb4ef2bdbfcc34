import type { JsonObject } from "../stages/hook-event.ts";
import type { PermissionAnswer, PermissionOptions } from "./tool-call.ts";

/** What the host's rules say about an input; a rewritten input must be valid for its tool first (F2). */
export async function judgeInput(
  input: JsonObject,
  isRewritten: boolean,
  { validate, permission }: PermissionOptions,
): Promise<PermissionAnswer> {
  const problem = isRewritten ? validate?.(input) : undefined;
  if (problem !== undefined)
    return { deny: `a hook rewrote the input, and the new input is not valid: ${problem}` };
  return (await permission?.(input)) ?? "allow";
}

export const refused = (reasons: readonly string[], interrupt = false) =>
  ({ action: "refused", reasons, ...(interrupt ? { interrupt } : {}) }) as const;
