import { canRunOn } from "@snaphook/protocol";
import { facts, type RunHandler } from "../run-context.ts";
import { withLimit } from "../with-limit.ts";

/** H6: a function of the embedder; `toolUseId` is undefined outside tool events. */
export const runCallback: RunHandler<"callback"> = async (
  { planned: { limitMs, order }, stdin, signal, context },
  callback,
) =>
  withLimit(
    async (inner) => {
      // A copy: a callback that changes its input must not change it for others.
      const input = JSON.parse(stdin);
      const id = input.tool_use_id;
      const toolUseId = typeof id === "string" ? id : undefined;
      const answer = await callback(input, toolUseId, inner, order);
      return facts({ how: "answered" }, { answer });
    },
    { limitMs, signal, clock: context.clock },
  );

/** H6: a check on the conversation at the end of a turn; elsewhere, or without a conversation, it fails. */
export const runCheck: RunHandler<"check"> = async (
  { planned: { limitMs, handler }, event, signal, context },
  check,
) => {
  const { conversation } = context;
  if (!canRunOn(handler, event.definition))
    return failed(`${handler.type} hooks run only at the end of a turn, not on ${event.name}`);
  if (!conversation) return failed("the host provides no conversation, which this hook checks");
  return withLimit(
    async (inner) => facts({ how: "answered" }, { answer: await check(conversation(), inner) }),
    { limitMs, signal, clock: context.clock },
  );
};

const failed = (cause: string) => facts({ how: "failed", cause });
