import type { OutcomeOf } from "../stages/outcome.ts";
import { type Decided, type PutQuestion, requestFields, weighAnswer } from "./ask-hooks.ts";
import { type HookAnswer, QuestionClosed } from "./question-closed.ts";
import { recordedReply } from "./recorded-reply.ts";
import type { AskUser } from "./tool-call.ts";

/** A question that hooks and the user get at the same time. */
export interface UserRace {
  readonly put: PutQuestion;
  /** What the user answered to the question that the decision has; `undefined`: they have not been asked it yet. */
  reply(): { readonly value: unknown } | undefined;
}

/**
 * E4, in an interactive session: the user is asked while PermissionRequest hooks run, and the first answer counts.
 *
 * - Hooks first: the signal of the question is aborted with a `QuestionClosed`; a reply after that is ignored.
 * - The user first: the hooks run on, and `onLate` gets the outcome they will have, which decides nothing.
 */
export function raceUser(
  ask: AskUser,
  onLate: ((outcome: Promise<OutcomeOf<"PermissionRequest">>) => void) | undefined,
): UserRace {
  let given: { readonly value: unknown } | undefined;
  const put: PutQuestion = async (session, raised, options) => {
    const { question } = raised;
    const fields = requestFields(question);
    const record = (value: unknown, counts: boolean) =>
      session.recordAnswer(fields, recordedReply(value, counts));
    const interrupt = options.signal ?? new AbortController().signal;
    const hooksEnd = new AbortController();
    const endHooks = () => hooksEnd.abort(interrupt.reason);
    if (interrupt.aborted) endHooks();
    interrupt.addEventListener("abort", endHooks);
    const fired = session.hooks.fire("PermissionRequest", fields, {
      signal: hooksEnd.signal,
      overrides: () => (given ? "the user had answered before" : undefined),
    });
    const closing = new AbortController();
    let early: { readonly value: unknown } | undefined;
    const asked = Promise.resolve(
      ask({ ...question, signal: AbortSignal.any([interrupt, closing.signal]) }),
    ).then((value: unknown) => {
      if (!closing.signal.aborted) early = { value };
      return { by: "user" as const, value };
    });
    try {
      const first = await Promise.race([
        asked,
        fired.then((outcome) => ({ by: "hooks" as const, outcome })),
      ]);
      if (first.by === "user") {
        given = first;
        record(first.value, true);
        fired.catch(() => undefined);
        onLate?.(fired);
        return { action: "ask", ...raised };
      }
      const { outcome } = first;
      const decided = await weighAnswer(session, raised, outcome, options);
      const isSame =
        decided.action === "ask" && decided.question.call.input === question.call.input;
      if (isSame) {
        given = await asked;
        record(given.value, true);
        return { ...decided, outcome };
      }
      if (early) record(early.value, false);
      closing.abort(new QuestionClosed(answers[decided.action], outcome));
      return { ...decided, outcome };
    } catch (error) {
      closing.abort(error);
      endHooks();
      throw error;
    } finally {
      interrupt.removeEventListener("abort", endHooks);
      asked.catch(() => undefined);
    }
  };
  return { put, reply: () => given };
}

/** What hooks did to the question, by the decision that follows. */
const answers: Readonly<Record<Decided["action"], HookAnswer>> = {
  run: "allowed",
  refused: "denied",
  stopped: "stopped",
  deferred: "stopped",
  ask: "rewrote",
};
