import { uuidOf } from "../../stream-json/prompt-queue.ts";
import { type ControlHandler, textIn } from "../control-context.ts";

/** Drops a prompt that has not begun yet. */
export const cancelAsyncMessage: ControlHandler = (request, { prompts }) => {
  const uuid = textIn(request, "message_uuid");
  const cancelled = prompts.take((prompt) => uuidOf(prompt) === uuid);
  return { cancelled: cancelled.length > 0 };
};
