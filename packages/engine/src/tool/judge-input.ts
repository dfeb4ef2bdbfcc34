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
  if (permission === undefined) return "allow";
  const answer: unknown = await permission(input);
  if (isPermissionAnswer(answer)) return answer;
  return { deny: `the host's permission check gave no valid answer: ${JSON.stringify(answer)}` };
}

/** Hosts written in JavaScript can return anything; what is not an answer must not run a tool. */
const isPermissionAnswer = (answer: unknown): answer is PermissionAnswer =>
  answer === "allow" ||
  answer === "ask" ||
  (typeof answer === "object" &&
    answer !== null &&
    ["question", "unlessGranted", "ask", "deny"].some(
      (key) => typeof (answer as JsonObject)[key] === "string",
    ));

export const refused = (reasons: readonly string[], interrupt = false) =>
  ({ action: "refused", reasons, ...(interrupt ? { interrupt } : {}) }) as const;
