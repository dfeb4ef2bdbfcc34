import type { OutgoingMessage } from "../../tools/tool.ts";

/** The lead asks a teammate to end. */
export interface ShutdownRequest {
  readonly id: string;
  readonly reason: string | undefined;
}

/** A message as the model of its recipient reads it: it must not take it for one of the user. */
export const messageText = (
  from: string,
  message: OutgoingMessage["message"],
  request?: ShutdownRequest,
): string => `This message is not from the user. ${sentence(from, message, request)}`;

function sentence(
  from: string,
  message: OutgoingMessage["message"],
  request: ShutdownRequest | undefined,
): string {
  if (typeof message === "string") return `${from} writes:\n\n${message}`;
  const reason = message.reason === undefined ? "." : `: ${message.reason}`;
  if (message.type === "shutdown_response")
    return message.approve
      ? `${from} agrees to shut down${reason}`
      : `${from} does not shut down${reason}`;
  return `${from} asks you to shut down${reason}\n\nFinish what must not be left half done. Then answer with SendMessage to ${from}: {"type": "shutdown_response", "request_id": "${request?.id}", "approve": true}, or false with a reason.`;
}
