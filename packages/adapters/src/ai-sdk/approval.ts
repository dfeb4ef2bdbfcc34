import type { JsonObject, PermissionAnswer } from "@snaphook/engine";
import type { ToolCalls } from "../core/tool-calls.ts";

/** The call that an approval is about, as the SDK describes it. */
interface Question {
  readonly toolCall: {
    readonly toolCallId: string;
    readonly toolName: string;
    readonly input: unknown;
    readonly providerExecuted?: boolean;
    readonly invalid?: boolean;
  };
}

/** A `toolApproval` setting: asks the user where hooks, rules or the application's own setting ask. */
export const approvalOf =
  (tools: Readonly<Record<string, object>>, theirs: unknown, calls: ToolCalls) =>
  async (question: Question): Promise<unknown> => {
    const { toolCallId: id, toolName: name, input, providerExecuted, invalid } = question.toolCall;
    const status = await statusOf(theirs, question);
    const tool: { readonly execute?: unknown } | undefined = tools[name];
    // Hooks do not get calls that the SDK does not run.
    if (tool?.execute === undefined || providerExecuted || invalid) return status;
    const decision = await calls.decide({ id, name, input: input as JsonObject }, answerOf(status));
    if (decision.action !== "ask") return undefined;
    const { reasons } = decision.question;
    return { type: "user-approval", ...(reasons.length > 0 && { reason: reasons.join("\n") }) };
  };

/** What the application's setting says: a function for all tools, or a status or a function for each. */
async function statusOf(theirs: unknown, question: Question): Promise<unknown> {
  if (typeof theirs === "function") return theirs(question);
  if (typeof theirs !== "object" || theirs === null) return undefined;
  const { toolName, input, ...rest } = { ...question, ...question.toolCall };
  const status: unknown = Reflect.get(theirs, toolName);
  return typeof status === "function" ? status(input, rest) : status;
}

function answerOf(status: unknown): PermissionAnswer {
  const { type, reason = "" } =
    typeof status === "object" && status !== null
      ? (status as { readonly type?: unknown; readonly reason?: string })
      : { type: status };
  if (type === "denied") return { deny: reason || "the application does not allow this call" };
  if (type === "user-approval") return { ask: reason || "the application asks about this call" };
  return "allow";
}
