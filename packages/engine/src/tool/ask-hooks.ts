import type { JsonObject } from "../stages/hook-event.ts";
import type { OutcomeOf } from "../stages/outcome.ts";
import { judgeInput, refused } from "./judge-input.ts";
import {
  type PermissionOptions,
  type PermissionQuestion,
  signalOption,
  type ToolCallDecision,
  type ToolCallFacts,
  type ToolCallSession,
} from "./tool-call.ts";

/** A decision without the outcomes of hooks. */
export type Decided = ToolCallDecision extends infer Decision
  ? Decision extends ToolCallFacts
    ? Omit<Decision, keyof ToolCallFacts>
    : never
  : never;

/** A decision, and the outcome of PermissionRequest hooks, if they ran and ended before it. */
export type Weighed = Decided & { readonly outcome?: OutcomeOf<"PermissionRequest"> };

/** A question that a call raises, before anyone was asked. */
export interface RaisedQuestion {
  readonly question: PermissionQuestion;
  /** What the model reads if no one answers. */
  readonly unanswered: readonly string[];
}

/** Who gets a question: hooks first, or hooks and the user together. */
export type PutQuestion = (
  session: ToolCallSession,
  raised: RaisedQuestion,
  options: PermissionOptions,
) => Promise<Weighed>;

/** E4: hooks may answer a question before the user is asked. */
export const askHooksFirst: PutQuestion = async (session, raised, options) => {
  const fields = requestFields(raised.question);
  const outcome = await session.hooks.fire("PermissionRequest", fields, signalOption(options));
  return { ...(await weighAnswer(session, raised, outcome, options)), outcome };
};

/** The input of PermissionRequest. */
export const requestFields = ({ call, suggestions }: PermissionQuestion) => ({
  tool_name: call.name,
  tool_input: call.input,
  ...(call.fields && "mcp_tool_name" in call.fields
    ? { mcp_tool_name: call.fields["mcp_tool_name"] }
    : {}),
  permission_suggestions: suggestions.length > 0 ? suggestions : undefined,
});

/** What the answer of hooks decides; `ask`: the user still has to answer. */
export async function weighAnswer(
  session: ToolCallSession,
  raised: RaisedQuestion,
  answer: OutcomeOf<"PermissionRequest">,
  options: PermissionOptions,
): Promise<Decided> {
  if (answer.action === "ask") return { action: "ask", ...raised };
  if (answer.action === "stop") return { action: "stopped", reason: answer.reason };
  const { fields, input } = answer;
  if (answer.action === "deny") return refused(answer.reasons, fields["interrupt"] === true);
  const { call } = raised.question;
  const isRewritten = input !== call.input;
  const rules = await judgeInput(session, { ...call, input }, isRewritten, options);
  if (typeof rules === "object" && "deny" in rules) return refused([rules.deny]);
  const updatedPermissions = listOf(fields["updatedPermissions"]);
  const askAgain = (text: string, reasons: readonly string[]): Decided => ({
    action: "ask",
    question: { ...raised.question, ...rewrittenCall(raised.question, answer), reasons },
    unanswered: [text],
    updatedPermissions,
  });
  // M9: an ask rule is judged on the rewritten input, which the user has not seen yet.
  if (isRewritten && typeof rules === "object" && "ask" in rules)
    return askAgain(rules.ask, [rules.ask]);
  if (typeof rules === "object" && "onlyUser" in rules) return askAgain(rules.onlyUser, []);
  if (updatedPermissions.length > 0) await options.updatePermissions?.(updatedPermissions);
  return { action: "run", input };
}

/** The call as PermissionRequest hooks rewrote it. */
function rewrittenCall(
  { call, rewritten }: PermissionQuestion,
  { input, rewrittenBy = [] }: OutcomeOf<"PermissionRequest">,
): Pick<PermissionQuestion, "call" | "rewritten"> {
  if (input === call.input) return { call };
  const original = rewritten?.original ?? call.input;
  return {
    call: { ...call, input },
    rewritten: { original, by: [...(rewritten?.by ?? []), ...rewrittenBy] },
  };
}

const listOf = (value: JsonObject[string]): readonly unknown[] =>
  Array.isArray(value) ? value : [];
