import type { AgentOptions, PermissionReply } from "@snaphook/agent";
import type { AnyQuestion, ChangePrompt, ConfirmPrompt } from "../state/open-question.ts";
import type { ProblemsPrompt, TrustAnswer, TrustPrompt } from "../state/start-questions.ts";
import type { ScreenStore } from "../state/store.ts";
import { answerNote } from "./answer-note.ts";
import { fileBefore } from "./file-before.ts";

/** Puts questions on the screen, and waits for their answers. */
export interface Questions {
  readonly ask: NonNullable<AgentOptions["ask"]>;
  readonly askElicitation: NonNullable<AgentOptions["askElicitation"]>;
  confirm(prompt: Omit<ConfirmPrompt, "kind" | "answer">): Promise<boolean>;
  reviewChange(change: ChangePrompt["change"], signal: AbortSignal): Promise<boolean>;
  reviewProblems(
    prompt: Pick<ProblemsPrompt, "problems" | "refusing">,
  ): Promise<"continue" | "leave">;
  reviewTrust(prompt: Omit<TrustPrompt, "kind" | "answer">): Promise<TrustAnswer>;
}

export interface QuestionsOptions {
  readonly store: ScreenStore;
  /** Aborted when the user leaves or the session is to end: questions of the screen itself are closed then. */
  readonly stop: AbortSignal;
}

export function createQuestions({ store, stop }: QuestionsOptions): Questions {
  let count = 0;

  /** Shows a question until it is answered; `closed` is the answer if it is no longer needed. */
  async function put<Answer>(
    makeQuestion: (answer: (answer: Answer) => void) => AnyQuestion,
    closed: { readonly signal: AbortSignal; answer(): Answer },
  ): Promise<Answer> {
    const id = count++;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const close = () => resolve(closed.answer());
    if (closed.signal.aborted) return closed.answer();
    closed.signal.addEventListener("abort", close, { once: true });
    store.dispatch({ type: "question-opened", question: { id, ...makeQuestion(resolve) } });
    try {
      return await promise;
    } finally {
      closed.signal.removeEventListener("abort", close);
      store.dispatch({ type: "question-closed", id });
    }
  }

  return {
    async ask(question) {
      const { call, signal } = question;
      const before = fileBefore(call);
      const answered = (reply: PermissionReply) => {
        const note = answerNote(reply, call.name);
        if (note) store.dispatch({ type: "call-answered", callId: call.id, note });
        return reply;
      };
      const prompt = (answer: (reply: PermissionReply) => void): AnyQuestion => ({
        kind: "permission",
        question,
        before,
        answer: (reply) => answer(answered(reply)),
      });
      return put(prompt, {
        signal,
        // An answer after that is ignored; the conversation says which hook answered.
        answer: () => ({ behavior: "deny", message: "the question was closed", interrupt: true }),
      });
    },
    askElicitation: (asked, signal) => {
      const { mcp_server_name, message, requested_schema, url } = asked;
      const question = {
        server: String(mcp_server_name),
        message: String(message ?? ""),
        schema: requested_schema,
        url: typeof url === "string" ? url : undefined,
      };
      return put((answer) => ({ kind: "elicitation", question, answer }), {
        signal,
        answer: () => ({ action: "cancel" }),
      });
    },
    confirm: (prompt) =>
      put((answer) => ({ kind: "confirm", ...prompt, answer }), {
        signal: stop,
        answer: () => true,
      }),
    reviewChange: (change, signal) =>
      put((answer) => ({ kind: "change", change, answer }), {
        signal: AbortSignal.any([signal, stop]),
        answer: () => false,
      }),
    reviewProblems: (prompt) =>
      put((answer) => ({ kind: "problems", ...prompt, answer }), {
        signal: stop,
        answer: () => "leave",
      }),
    reviewTrust: (prompt) =>
      put((answer) => ({ kind: "trust", ...prompt, answer }), {
        signal: stop,
        answer: () => ({ do: "leave" }),
      }),
  };
}
