import type { StepOf } from "../effects/effects.ts";
import { elicitationAnswer } from "../effects/elicitation-answer.ts";
import type {
  AskElicitation,
  ElicitationAnswer,
  ElicitationQuestion,
} from "../mcp/connection-types.ts";
import type { Agent } from "./agent.ts";
import type { Notifications } from "./notifications.ts";

interface ElicitationOptions {
  readonly dispatch: Agent["dispatch"];
  /** G10: ends the turn. */
  readonly stopTurn: (reason: string) => void;
  /** E19: notifies the user. */
  readonly notify: Notifications["now"];
  /** The driver's answer to a question that hooks did not answer. */
  readonly ask?: AskElicitation | undefined;
}

/**
 * A question of a server.
 *
 * 1. Elicitation: the answer of a hook is final; a refusal declines, a stop declines and ends the turn.
 * 2. Without an answer the driver is asked, if there is one; otherwise it is cancelled.
 * 3. ElicitationResult may still replace that answer.
 *
 * E19: the user is notified of a question that hooks did not answer, and of its answer.
 */
export function elicitationHandler({ dispatch, stopTurn, notify, ask }: ElicitationOptions) {
  /** The answer of hooks; undefined if they have none. */
  const answerOf = (step: StepOf<"Elicitation">): ElicitationAnswer | undefined => {
    if (step.do === "stop") stopTurn(step.reason);
    const answer = elicitationAnswer(step.fields);
    return step.do === "proceed" ? answer : (answer ?? { action: "decline" });
  };
  return async (
    server: string,
    question: ElicitationQuestion,
    signal: AbortSignal,
  ): Promise<ElicitationAnswer> => {
    const { message, mode, requestedSchema, url, elicitationId } = question;
    const about = { mcp_server_name: server, mode };
    const asked = {
      ...about,
      message,
      ...(url === undefined ? {} : { url }),
      ...(elicitationId === undefined ? {} : { elicitation_id: elicitationId }),
      ...(requestedSchema === undefined ? {} : { requested_schema: requestedSchema }),
    };
    const first = answerOf(await dispatch("Elicitation", asked, { signal }));
    if (first) return first;
    await notify({
      type: "elicitation_dialog",
      message: `The MCP server ${server} asks: ${message}`,
    });
    const cancelled: ElicitationAnswer = { action: "cancel" };
    const given = (await ask?.(asked, signal).catch(() => cancelled)) ?? cancelled;
    const result = { ...about, ...given };
    const answer = answerOf(await dispatch("ElicitationResult", result, { signal })) ?? given;
    await notify({
      type: "elicitation_response",
      message: `The answer to the MCP server ${server} is ${answer.action}`,
    });
    return answer;
  };
}
