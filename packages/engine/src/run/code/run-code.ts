import { facts, type Runner } from "../run-context.ts";
import { withLimit } from "../with-limit.ts";

/** H6: a function of the embedder; `toolUseId` is undefined outside tool events. */
export const runCallback: Runner = async ({ planned, stdin, signal, context }) => {
  const { handler, limitMs, order } = planned;
  if (handler.type !== "callback") throw new Error(`not a callback: ${handler.type}`);
  return withLimit(
    async (inner) => {
      // A copy of what every hook is told: code that changes it changes it for nobody else.
      const input = JSON.parse(stdin);
      const id = input.tool_use_id;
      const toolUseId = typeof id === "string" ? id : undefined;
      const answer = await handler.callback(input, toolUseId, inner, order);
      return facts({ how: "answered" }, { answer });
    },
    { limitMs, signal, clock: context.clock },
  );
};

/** H6: a check on the conversation at the end of a turn. */
export const runFunction: Runner = async ({ planned, signal, context }) => {
  const { handler, limitMs } = planned;
  if (handler.type !== "function") throw new Error(`not a function: ${handler.type}`);
  return withLimit(
    async (inner) =>
      facts({ how: "answered" }, { answer: await handler.callback(context.conversation(), inner) }),
    { limitMs, signal, clock: context.clock },
  );
};
