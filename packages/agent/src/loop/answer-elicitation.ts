import type { StepOf } from "../effects/effects.ts";
import { checkedElicitationAnswer } from "../effects/elicitation-answer.ts";
import { errorText } from "../error-text.ts";
import type {
  AskElicitation,
  ElicitationAnswer,
  ElicitationQuestion,
} from "../mcp/connection-types.ts";
import type { Agent } from "./agent.ts";
import { elicitationProblem } from "./elicitation-problem.ts";
import type { Notifications } from "./notifications.ts";

interface ElicitationOptions {
  readonly dispatch: Agent["dispatch"];
  /** G10: ends the turn. */
  readonly stopTurn: (reason: string) => void;
  /** E19: notifies the user. */
  readonly notifications: Pick<Notifications, "now" | "waits">;
  /** The answer of the user or of the driver to a question that hooks did not answer. */
  readonly ask?: AskElicitation | undefined;
  readonly headless: boolean;
  readonly warn: (text: string) => void;
}

const cancelled: ElicitationAnswer = { action: "cancel" };

/**
 * A question of a server.
 *
 * 1. Elicitation: the answer of a hook is final; a refusal declines, a stop declines and ends the turn.
 * 2. Without an answer the user or the driver is asked, if there is one; otherwise it is cancelled, and the user reads that.
 * 3. ElicitationResult may still replace that answer.
 *
 * What a hook accepts must match the schema of the question; otherwise its answer is not used. E19: the user is notified
 * of a question that hooks did not answer, and of its answer.
 */
export function elicitationHandler(options: ElicitationOptions) {
  const { dispatch, stopTurn, notifications, headless, warn } = options;

  /** The answer of hooks; undefined if they have none that can be used. */
  function answerOf(
    event: "Elicitation" | "ElicitationResult",
    step: StepOf<"Elicitation">,
    { requestedSchema }: ElicitationQuestion,
  ): ElicitationAnswer | undefined {
    if (step.do === "stop") stopTurn(step.reason);
    const { answer, problem } = checkedElicitationAnswer(step.fields, (content) =>
      elicitationProblem(requestedSchema, content),
    );
    if (problem !== undefined)
      warn(
        `the content that a hook of ${event} accepts does not match the schema of the question, so it is not used: ${problem}`,
      );
    return step.do === "proceed" ? answer : (answer ?? { action: "decline" });
  }

  /** Asks the user, who is notified: at a terminal if the question waits, elsewhere at once. */
  async function askUser(
    server: string,
    asked: Readonly<Record<string, unknown>> & { readonly message: string },
    signal: AbortSignal,
  ): Promise<ElicitationAnswer> {
    const message = `The MCP server ${server} asks: ${asked.message}`;
    const notice = { type: "elicitation_dialog", message } as const;
    const answered = headless ? undefined : notifications.waits(notice);
    if (headless) await notifications.now(notice);
    try {
      if (options.ask) return await options.ask(asked, signal);
      warn(
        `a question of the MCP server ${server} was cancelled, because no one can answer it: ${asked.message}`,
      );
    } catch (error) {
      if (!signal.aborted)
        warn(`a question of the MCP server ${server} was cancelled: ${errorText(error)}`);
    } finally {
      answered?.();
    }
    return cancelled;
  }

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
    const first = answerOf(
      "Elicitation",
      await dispatch("Elicitation", asked, { signal }),
      question,
    );
    if (first) return first;
    const given = await askUser(server, asked, signal);
    const step = await dispatch("ElicitationResult", { ...about, ...given }, { signal });
    const answer = answerOf("ElicitationResult", step, question) ?? given;
    await notifications.now({
      type: "elicitation_response",
      message: `The answer to the MCP server ${server} is ${answer.action}`,
    });
    return answer;
  };
}
