import type { JsonObject } from "../stages/hook-event.ts";
import { textOr } from "../text/text-or.ts";
import type {
  PermissionAnswer,
  PermissionOptions,
  ToolCallRequest,
  ToolCallSession,
} from "./tool-call.ts";

/**
 * What the host's rules and those of the settings say about a call; a rewritten input must be valid for its tool
 * first (F2). The stricter of both counts: a host that allows a call does not override a deny or ask rule (G1).
 */
export async function judgeInput(
  session: ToolCallSession,
  call: ToolCallRequest,
  isRewritten: boolean,
  options: PermissionOptions,
): Promise<PermissionAnswer> {
  const byHost = await judgeByHost(call.input, isRewritten, options);
  if (isDeny(byHost) || options.appliesSettingsRules === true) return byHost;
  const bySettings = session.judgeBySettings(call);
  if (bySettings === undefined) return byHost;
  return isDeny(bySettings) || !needsUser(byHost) ? bySettings : byHost;
}

const isDeny = (answer: PermissionAnswer): boolean =>
  typeof answer === "object" && "deny" in answer;
const needsUser = (answer: PermissionAnswer): boolean =>
  typeof answer === "object" && ("ask" in answer || "onlyUser" in answer);

async function judgeByHost(
  input: JsonObject,
  isRewritten: boolean,
  { validate, permission }: PermissionOptions,
): Promise<PermissionAnswer> {
  const problem = isRewritten ? await validate?.(input) : undefined;
  if (problem !== undefined)
    return { deny: `a hook rewrote the input, and the new input is not valid: ${problem}` };
  if (permission === undefined) return "allow";
  const answer: unknown = await permission(input);
  if (isPermissionAnswer(answer)) return withReason(answer);
  return { deny: `the host's permission check gave no valid answer: ${JSON.stringify(answer)}` };
}

/** A refusal or a question without words would tell the model nothing. */
function withReason(answer: PermissionAnswer): PermissionAnswer {
  if (typeof answer === "string") return answer;
  const reason = "the host's permission check gave no reason";
  if ("deny" in answer) return { deny: textOr(answer.deny, reason) };
  if ("ask" in answer) return { ...answer, ask: textOr(answer.ask, reason) };
  if ("onlyUser" in answer) return { onlyUser: textOr(answer.onlyUser, reason) };
  if ("unlessGranted" in answer) return { unlessGranted: textOr(answer.unlessGranted, reason) };
  return { question: textOr(answer.question, reason) };
}

/** Hosts written in JavaScript can return anything; what is not an answer must not run a tool. */
const isPermissionAnswer = (answer: unknown): answer is PermissionAnswer =>
  answer === "allow" ||
  answer === "ask" ||
  (typeof answer === "object" &&
    answer !== null &&
    ["question", "unlessGranted", "ask", "onlyUser", "deny"].some(
      (key) => typeof (answer as JsonObject)[key] === "string",
    ));

export const refused = (reasons: readonly string[], interrupt = false) =>
  ({ action: "refused", reasons, ...(interrupt ? { interrupt } : {}) }) as const;
